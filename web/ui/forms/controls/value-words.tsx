import type { ReactNode } from 'react'
import { fieldWords } from '#lib/field-words.ts'
import { filesOf } from '#lib/record-values.ts'
import { Files } from '#ui/files/file-thumb.tsx'
import { kindOf } from '#ui/files/shown-files.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { Field } from '@tahanan/contract/forms/fields.ts'

/** Renders text, or a placeholder for empty text. */
export function renderText(words: string): ReactNode {
  return words === '' ? <span className="subtle">Empty</span> : words
}

/** Renders a value for reading, with pictures and formatted text. */
export function renderValue(field: Field, value: unknown): ReactNode {
  const words = fieldWords(field, value)
  if (words === '' || (field.kind !== 'richText' && field.kind !== 'files')) return renderText(words)
  if (field.kind === 'richText') return <RichText value={value} />
  return <Files files={filesOf(value).map(({ name, url, src = '' }) => ({ name, src, kind: kindOf(url) }))} />
}
