import { richTextWords, readRichText } from '@tahanan/contract/rich-text.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import type { ReactNode } from 'react'
import { showDate, showDateTime } from '../../../lib/time.ts'
import { Files } from '../../files/file-thumb.tsx'
import { kindOf } from '../../files/shown-files.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { filesOf, rowsOf, rowText } from '../../../lib/record-values.ts'

/** A form's value in plain words, for people to read and to copy; empty where there is none. */
export function valueWords(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'richText': {
      const read = readRichText(value)
      return 'document' in read ? richTextWords(read.document) : ''
    }
    case 'files':
      return filesOf(value)
        .map(({ name }) => name)
        .join(', ')
    case 'list':
      return rowsOf(value)
        .map((row) => rowText(field, row))
        .filter((text) => text !== '')
        .join('\n')
    case 'switch':
      return value === 1 ? 'On' : 'Off'
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'dateTime':
      if (typeof value !== 'string') return ''
      return field.precision === 'day' ? showDate(value) : showDateTime(value)
    case 'date':
      return typeof value === 'string' ? showDate(value) : ''
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}

/** Words, or that there are none. */
export function wordsShown(words: string): ReactNode {
  return words === '' ? <span className="subtle">Empty</span> : words
}

/** Returns a value as people see it: pictures and formatted texts as such. */
export function valueShown(field: Field, value: unknown): ReactNode {
  const words = valueWords(field, value)
  if (words === '' || (field.kind !== 'richText' && field.kind !== 'files')) return wordsShown(words)
  if (field.kind === 'richText') return <RichText value={value} />
  return <Files files={filesOf(value).map(({ name, url, src = '' }) => ({ name, src, kind: kindOf(url) }))} />
}
