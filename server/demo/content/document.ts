import type { RichNode } from '@tahanan/contract/rich-text.ts'

/** Words of a paragraph: plain ones as they are, others as nodes. */
export type Words = string | RichNode

const inline = (words: readonly Words[]): RichNode[] =>
  words.map((word) => (typeof word === 'string' ? { type: 'text', text: word } : word))

export const bold = (text: string): RichNode => ({ type: 'text', text, marks: [{ type: 'bold' }] })
export const italic = (text: string): RichNode => ({ type: 'text', text, marks: [{ type: 'italic' }] })
export const link = (text: string, href: string): RichNode => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
})
export const paragraph = (...words: Words[]): RichNode => ({ type: 'paragraph', content: inline(words) })
export const heading = (text: string): RichNode => ({
  type: 'heading',
  attrs: { level: 2 },
  content: inline([text]),
})
export const quote = (...words: Words[]): RichNode => ({ type: 'blockquote', content: [paragraph(...words)] })
export const picture = (key: string, alt: string): RichNode => ({ type: 'image', attrs: { key, alt } })

const items = (rows: readonly (Words | readonly Words[])[]): RichNode[] =>
  rows.map((row) => ({
    type: 'listItem',
    content: [paragraph(...(Array.isArray(row) ? (row as readonly Words[]) : [row as Words]))],
  }))
export const bullets = (...rows: (Words | readonly Words[])[]): RichNode => ({
  type: 'bulletList',
  content: items(rows),
})
export const steps = (...rows: (Words | readonly Words[])[]): RichNode => ({
  type: 'orderedList',
  content: items(rows),
})

/** A table whose first row is its heading. */
export const table = (head: readonly string[], ...rows: (readonly string[])[]): RichNode => ({
  type: 'table',
  content: [
    { type: 'tableRow', content: head.map((text) => cell('tableHeader', text)) },
    ...rows.map((row) => ({ type: 'tableRow', content: row.map((text) => cell('tableCell', text)) })),
  ],
})

const cell = (type: 'tableHeader' | 'tableCell', text: string): RichNode => ({
  type,
  content: [text === '' ? { type: 'paragraph' } : paragraph(text)],
})

export const document = (...content: RichNode[]): RichNode => ({ type: 'doc', content })
