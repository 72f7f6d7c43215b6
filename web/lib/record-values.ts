import type { FileRef, ListField } from '@tahanan/contract/forms/fields.ts'

/** Reads the values of records as the API sends them, for forms and for tables alike. */

/** The files of a field, which the API sends with ready-signed links. */
export function filesOf(value: unknown): FileRef[] {
  return Array.isArray(value) ? (value as FileRef[]) : []
}

/** The rows of a list field. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
}

/** A referred record, like the amenity of a booking, by its title. */
export function titleOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('title' in value)) return ''
  return wordsOf(value.title)
}

/** Returns the noun of a list's row: 'item', from 'Add item'. */
export function rowNoun({ addLabel }: ListField): string {
  return addLabel.replace(/^add /i, '')
}

/** A text or a number as text; empty for anything else. */
export const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A list row in one line: 'Monobloc chairs (12)'. */
export function rowText(field: ListField, row: Record<string, unknown>): string {
  const [first, ...rest] = Object.keys(field.fields).map((key) => wordsOf(row[key]))
  const more = rest.filter((text) => text !== '').join(', ')
  return more === '' ? (first ?? '') : `${first} (${more})`
}
