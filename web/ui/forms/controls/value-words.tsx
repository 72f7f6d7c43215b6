import type { ReactNode } from 'react'
import { fieldWords } from '#lib/field-words.ts'
import { filesOf } from '#lib/record-values.ts'
import { Files } from '#ui/files/file-thumb.tsx'
import { kindOf } from '#ui/files/shown-files.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { Field } from '@tahanan/contract/forms/fields.ts'

/** Words, or that there are none. */
export function wordsShown(words: string): ReactNode {
  return words === '' ? <span className="subtle">Empty</span> : words
}

/** Returns a value as people see it: pictures and formatted texts as such. */
export function valueShown(field: Field, value: unknown): ReactNode {
  const words = fieldWords(field, value)
  if (words === '' || (field.kind !== 'richText' && field.kind !== 'files')) return wordsShown(words)
  if (field.kind === 'richText') return <RichText value={value} />
  return <Files files={filesOf(value).map(({ name, url, src = '' }) => ({ name, src, kind: kindOf(url) }))} />
}
