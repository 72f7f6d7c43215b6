/**
 * Renders stored rich text as DOM elements. Unknown node types are skipped. No text is parsed as HTML, so
 * that it cannot contain scripts.
 */

import type { RichMark, RichNode } from '@tahanan/contract/rich-text.ts'

const BLOCK_TAGS: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
  horizontalRule: 'hr',
  hardBreak: 'br',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
}

const MARK_TAGS: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
}

/** Maximum nesting of nodes. Deeper content is dropped, because rendering it could overflow the stack. */
const MAX_DEPTH = 40

/** Returns undefined unless the link is http(s), mailto or tel (rules 9.10). */
export function toSafeHref(href: unknown): string | undefined {
  if (typeof href !== 'string') return undefined
  // Removes control characters and spaces before the check, because browsers ignore them: they could hide a
  // scheme such as `javascript:`.
  const visibleHref = [...href].filter((character) => character > ' ').join('')
  return /^(https?:\/\/|mailto:|tel:)/i.test(visibleHref) ? visibleHref : undefined
}

/** Returns undefined unless the URL is https or a path of the portal. */
export function toSafeImage(src: unknown): string | undefined {
  if (typeof src !== 'string') return undefined
  return /^(https:\/\/|\/(?![/\\]))/i.test(src) ? src : undefined
}

export function toSafeImageSet(srcset: unknown): string | undefined {
  if (typeof srcset !== 'string') return undefined
  const safeCandidates = srcset
    .split(', ')
    .filter((candidate) => toSafeImage(candidate.split(' ')[0]) && /^\S+ \d{1,5}w$/.test(candidate))
  return safeCandidates.length > 0 ? safeCandidates.join(', ') : undefined
}

export function renderRichText(value: unknown): DocumentFragment {
  const documentFragment = document.createDocumentFragment()
  const root = toDocument(value)
  if (root) appendNode(documentFragment, root, 0)
  else if (typeof value === 'string' && value.trim() !== '') {
    const fallbackParagraph = document.createElement('p')
    fallbackParagraph.textContent = value
    documentFragment.append(fallbackParagraph)
  }
  return documentFragment
}

export function toDocument(value: unknown): RichNode | undefined {
  if (typeof value === 'string') {
    try {
      return toDocument(JSON.parse(value))
    } catch {
      return undefined
    }
  }
  return isNode(value) ? value : undefined
}

function isNode(value: unknown): value is RichNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function appendNode(parent: Node, node: RichNode, depth: number): void {
  if (depth > MAX_DEPTH || !isNode(node)) return
  if (node.type === 'text') {
    parent.appendChild(wrapInMarks(node))
    return
  }
  const element = renderElement(node)
  const parentForChildren = element ?? parent
  for (const child of Array.isArray(node.content) ? node.content : [])
    appendNode(parentForChildren, child, depth + 1)
  if (element) parent.appendChild(element instanceof HTMLTableElement ? wrapInScrollFrame(element) : element)
}

function wrapInScrollFrame(table: HTMLTableElement): HTMLElement {
  const tableFrame = document.createElement('div')
  tableFrame.className = 'wide'
  tableFrame.tabIndex = 0
  tableFrame.setAttribute('role', 'region')
  tableFrame.setAttribute('aria-label', 'Table')
  tableFrame.append(table)
  return tableFrame
}

function renderElement({ type, attrs = {} }: RichNode): HTMLElement | undefined {
  if (type === 'image') {
    const safeSource = toSafeImage(attrs.src)
    if (safeSource === undefined) return undefined
    return renderImage(safeSource, attrs)
  }
  const headingLevel = Math.min(6, Math.max(1, Number(attrs.level) || 2))
  const tag = type === 'heading' ? `h${headingLevel}` : BLOCK_TAGS[type]
  if (tag === undefined) return undefined
  const blockElement = document.createElement(tag)
  const align = attrs.textAlign
  if (align === 'center' || align === 'right' || align === 'justify') blockElement.className = align
  if (blockElement instanceof HTMLTableCellElement) {
    blockElement.colSpan = parseSpan(attrs.colspan)
    blockElement.rowSpan = parseSpan(attrs.rowspan)
    if (type === 'tableHeader') blockElement.scope = 'col'
  }
  if (blockElement instanceof HTMLOListElement && Number(attrs.start) > 1)
    blockElement.start = Number(attrs.start)
  return blockElement
}

function parseSpan(value: unknown): number {
  return typeof value === 'number' && value >= 1 && value <= 100 ? Math.trunc(value) : 1
}

const MAX_PIXELS = 50_000

const isValidSize = (size: unknown): size is number =>
  typeof size === 'number' && size > 0 && size <= MAX_PIXELS

function renderImage(
  src: string,
  { srcset, alt, title, width, height }: Record<string, unknown>,
): HTMLElement {
  const image = document.createElement('img')
  // Must be set before `src`. Otherwise the picture would load at once.
  image.loading = 'lazy'
  image.decoding = 'async'
  image.alt = typeof alt === 'string' ? alt : ''
  if (typeof title === 'string' && title !== '') image.title = title
  if (isValidSize(width) && isValidSize(height)) {
    image.width = width
    image.height = height
  }
  const candidates = toSafeImageSet(srcset)
  if (candidates !== undefined) {
    image.sizes = 'auto, (max-width: 900px) 92vw, 720px'
    image.srcset = candidates
  }
  image.src = src
  return image
}

function wrapInMarks(node: RichNode): Node {
  let wrappedNode: Node = document.createTextNode(String(node.text ?? ''))
  for (const mark of Array.isArray(node.marks) ? node.marks : []) {
    const markElement = renderMark(mark)
    if (!markElement) continue
    markElement.appendChild(wrappedNode)
    wrappedNode = markElement
  }
  return wrappedNode
}

function renderMark({ type, attrs = {} }: RichMark): HTMLElement | undefined {
  if (type === 'link') {
    const href = toSafeHref(attrs.href)
    if (href === undefined) return undefined
    const link = document.createElement('a')
    link.href = href
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    return link
  }
  const tag = MARK_TAGS[type]
  return tag === undefined ? undefined : document.createElement(tag)
}
