import type { FileRef, ListField } from '@tahanan/contract/forms/fields.ts'

export function toFiles(value: unknown): FileRef[] {
  return Array.isArray(value) ? (value as FileRef[]) : []
}

export function toRows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
}

export function toTitle(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('title' in value)) return ''
  return toText(value.title)
}

export function getRowNoun({ addLabel }: ListField): string {
  return addLabel.replace(/^add /i, '')
}

export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function formatRow(field: ListField, row: Record<string, unknown>): string {
  const [first, ...rest] = Object.keys(field.fields).map((key) => toText(row[key]))
  const remainingText = rest.filter((text) => text !== '').join(', ')
  return remainingText === '' ? (first ?? '') : `${first} (${remainingText})`
}

export const formatUnit = ({ unitNumber, clientCode }: Record<'unitNumber' | 'clientCode', string>): string =>
  `Unit ${unitNumber || clientCode}`
