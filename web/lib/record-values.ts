import type { FileRef, ListField } from '@tahanan/contract/forms/fields.ts'

/** Readers of record values as the API sends them, for forms and tables. */

/** Returns the files of a field, which the API sends with signed links. */
export function toFiles(value: unknown): FileRef[] {
  return Array.isArray(value) ? (value as FileRef[]) : []
}

/** Returns the rows of a list field. */
export function toRows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
}

/** Returns the title of a referenced record, such as a booking's amenity. */
export function toTitle(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('title' in value)) return ''
  return toText(value.title)
}

/** Returns the noun of a list's row: 'item' for 'Add item'. */
export function rowNoun({ addLabel }: ListField): string {
  return addLabel.replace(/^add /i, '')
}

/** Returns a text or number as text; empty for other values. */
export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Formats a list row in one line: 'Monobloc chairs (12)'. */
export function rowText(field: ListField, row: Record<string, unknown>): string {
  const [first, ...rest] = Object.keys(field.fields).map((key) => toText(row[key]))
  const more = rest.filter((text) => text !== '').join(', ')
  return more === '' ? (first ?? '') : `${first} (${more})`
}

/** Returns a tenant's unit for headings, or the client code if the office entered none. */
export const formatUnit = ({ unitNumber, clientCode }: Record<'unitNumber' | 'clientCode', string>): string =>
  `Unit ${unitNumber || clientCode}`
