import type { RichNode } from '@tahanan/contract/rich-text.ts'

/**
 * Part of a text in `community/`. A string is a paragraph, which may contain **bold**, _italic_ and links of
 * the form [text](https://…). The first row of a table contains its headings.
 */
export type Block =
  | string
  | { readonly heading: string }
  | { readonly bullets: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly quote: string }
  | { readonly table: readonly (readonly string[])[] }
  | { readonly picture: string; readonly alt: string }

export function toDocument(
  blocks: readonly Block[],
  getPictureKey: (picture: string) => string = (picture) => picture,
): RichNode {
  return { type: 'doc', content: blocks.map((block) => toNode(block, getPictureKey)) }
}

function toNode(block: Block, getPictureKey: (picture: string) => string): RichNode {
  if (typeof block === 'string') return toParagraph(block)
  if ('heading' in block)
    return { type: 'heading', attrs: { level: 2 }, content: toInlineNodes(block.heading) }
  if ('quote' in block) return { type: 'blockquote', content: [toParagraph(block.quote)] }
  if ('picture' in block)
    return { type: 'image', attrs: { key: getPictureKey(block.picture), alt: block.alt } }
  if ('table' in block) return { type: 'table', content: block.table.map(toTableRow) }
  const [type, items] = 'bullets' in block ? ['bulletList', block.bullets] : ['orderedList', block.steps]
  return { type, content: items.map((item) => ({ type: 'listItem', content: [toParagraph(item)] })) }
}

function toTableRow(cells: readonly string[], rowIndex: number): RichNode {
  const cellType = rowIndex === 0 ? 'tableHeader' : 'tableCell'
  return {
    type: 'tableRow',
    content: cells.map((text) => ({ type: cellType, content: [toParagraph(text)] })),
  }
}

const toParagraph = (markup: string): RichNode =>
  markup === '' ? { type: 'paragraph' } : { type: 'paragraph', content: toInlineNodes(markup) }

const toInlineNodes = (markup: string): RichNode[] =>
  markup
    .split(/(\*\*.+?\*\*|_.+?_|\[.+?\]\(\S+?\))/)
    .filter((segment) => segment !== '')
    .map((segment) => {
      const [, bold, italic, link, href] = /^(?:\*\*(.+)\*\*|_(.+)_|\[(.+)\]\((.+)\))$/.exec(segment) ?? []
      if (bold) return { type: 'text', text: bold, marks: [{ type: 'bold' }] }
      if (italic) return { type: 'text', text: italic, marks: [{ type: 'italic' }] }
      if (link) return { type: 'text', text: link, marks: [{ type: 'link', attrs: { href } }] }
      return { type: 'text', text: segment }
    })
