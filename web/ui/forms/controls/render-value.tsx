import type { ReactNode } from 'react'
import { formatField } from '#lib/format-field.ts'
import { toFiles } from '#lib/record-values.ts'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { getFileKind } from '#ui/files/to-display-files.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { Field } from '@tahanan/contract/forms/fields.ts'

export function renderText(text: string): ReactNode {
  return text === '' ? <span className="subtle">Empty</span> : text
}

export function renderValue(field: Field, value: unknown): ReactNode {
  const valueText = formatField(field, value)
  if (valueText === '' || (field.kind !== 'richText' && field.kind !== 'files')) return renderText(valueText)
  if (field.kind === 'richText') return <RichText value={value} />
  return (
    <FileThumbnailList
      files={toFiles(value).map(({ name, url, src = '' }) => ({ name, src, kind: getFileKind(url) }))}
    />
  )
}
