import type { Field } from '@tahanan/contract/forms/fields.ts'
import { richTextWords, type RichNode } from '@tahanan/contract/rich-text.ts'
import { filesOf, rowsOf, rowText, wordsOf } from './record-values.ts'
import { showDate, showDateTime } from './time.ts'

/** Returns a field's value as plain text to read or copy; empty without a value. */
export function fieldWords(field: Field, value: unknown, betweenRows = '\n'): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'dateTime':
      return field.precision === 'day' ? showDate(wordsOf(value)) : showDateTime(wordsOf(value))
    case 'date':
      return showDate(wordsOf(value))
    case 'files':
      return filesOf(value)
        .map(({ name }) => name)
        .join(', ')
    case 'list':
      return rowsOf(value)
        .map((row) => rowText(field, row))
        .filter((text) => text !== '')
        .join(betweenRows)
    case 'switch':
      return value === 1 ? 'On' : 'Off'
    case 'richText':
      return isRichNode(value) ? richTextWords(value) : ''
    default:
      return wordsOf(value)
  }
}

const isRichNode = (value: unknown): value is RichNode =>
  typeof value === 'object' && value !== null && 'type' in value
