import type { Field } from '@tahanan/contract/forms/fields.ts'
import { toPlainText, type RichNode } from '@tahanan/contract/rich-text.ts'
import { toFiles, toRows, formatRow, toText } from './record-values.ts'
import { formatDate, formatDateTime } from './time.ts'

export function formatField(field: Field, value: unknown, rowSeparator = '\n'): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'dateTime':
      return field.precision === 'day' ? formatDate(toText(value)) : formatDateTime(toText(value))
    case 'date':
      return formatDate(toText(value))
    case 'files':
      return toFiles(value)
        .map(({ name }) => name)
        .join(', ')
    case 'list':
      return toRows(value)
        .map((row) => formatRow(field, row))
        .filter((text) => text !== '')
        .join(rowSeparator)
    case 'switch':
      return value === 1 ? 'On' : 'Off'
    case 'richText':
      return isRichNode(value) ? toPlainText(value) : ''
    default:
      return toText(value)
  }
}

const isRichNode = (value: unknown): value is RichNode =>
  typeof value === 'object' && value !== null && 'type' in value
