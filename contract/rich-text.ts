import { isJsonDeeperThan } from './json-depth.ts'

/**
 * Formatted texts are ProseMirror JSON, checked against the schema of the editor (rules 9.9). Editor and
 * server use the same list of nodes. So the server accepts everything that the editor writes, and refuses or
 * drops everything else.
 */

export interface RichNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: RichMark[]
  content?: RichNode[]
}
export interface RichMark {
  type: string
  attrs?: Record<string, unknown>
}

export const RICH_TEXT_LIMITS = {
  depth: 24,
  nodes: 5000,
  characters: 100_000,
  bytes: 400_000,
  images: 40,
} as const

const createIntegerCheck = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
const createOneOfCheck =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value)
// JSON allows NUL and unpaired surrogates, PostgreSQL refuses them.
const isStorableText = (value: string) => value.isWellFormed() && !value.includes('\u0000')
const isShortText = (value: unknown) =>
  typeof value === 'string' && value.length <= 255 && isStorableText(value)
const isAlignment = createOneOfCheck('left', 'center', 'right', 'justify', null)
const cellAttrs = {
  colspan: createIntegerCheck(1, 20),
  rowspan: createIntegerCheck(1, 100),
  colwidth: (value: unknown) =>
    value === null ||
    (Array.isArray(value) && value.length <= 20 && value.every(createIntegerCheck(0, 4000))),
}

interface NodeRule {
  readonly content: readonly string[]
  readonly attrs?: Readonly<Record<string, (value: unknown) => boolean>>
  /** False if the text in this node cannot have marks such as bold. */
  readonly marks?: boolean
  /** `dropped`: an empty node is removed. `filled`: it gets an empty paragraph. Default: it stays empty. */
  readonly empty?: 'dropped' | 'filled'
  /**
   * Type that the first child must have. If it has another type, an empty node of this type is inserted
   * before it.
   */
  readonly first?: 'paragraph'
}

const INLINE_NODES = ['text', 'hardBreak'] as const
const BLOCK_NODES = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'image',
  'table',
] as const

/** Allowed nodes with their attributes. An invalid attribute is dropped; an invalid node is refused. */
export const RICH_NODES: Readonly<Record<string, NodeRule>> = {
  doc: { content: BLOCK_NODES, empty: 'filled' },
  // A picture is a block and not allowed in a paragraph, because ProseMirror does not allow a node to be both
  // inline and block.
  paragraph: { content: INLINE_NODES, attrs: { textAlign: isAlignment } },
  heading: { content: INLINE_NODES, attrs: { level: createIntegerCheck(1, 3), textAlign: isAlignment } },
  bulletList: { content: ['listItem'], empty: 'dropped' },
  orderedList: { content: ['listItem'], empty: 'dropped', attrs: { start: createIntegerCheck(1, 9999) } },
  listItem: {
    content: ['paragraph', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'image'],
    first: 'paragraph',
  },
  blockquote: { content: BLOCK_NODES, empty: 'dropped' },
  codeBlock: { content: ['text'], marks: false },
  horizontalRule: { content: [] },
  hardBreak: { content: [] },
  // `key` names a file that was uploaded to `images/`. Answers add a signed link to it, which is never
  // stored.
  image: {
    content: [],
    attrs: {
      key: (value) => typeof value === 'string' && /^images\/[\w.-]{1,120}$/.test(value),
      alt: isShortText,
      title: isShortText,
    },
  },
  table: { content: ['tableRow'], empty: 'dropped' },
  tableRow: { content: ['tableCell', 'tableHeader'], empty: 'dropped' },
  tableCell: { content: BLOCK_NODES, empty: 'filled', attrs: cellAttrs },
  tableHeader: { content: BLOCK_NODES, empty: 'filled', attrs: cellAttrs },
  text: { content: [] },
}

/** Types of marks with their attributes, in the order that the editor uses. */
export const RICH_MARKS: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  link: { href: (value) => typeof value === 'string' && isSafeLink(value) },
  bold: {},
  code: {},
  italic: {},
  strike: {},
  underline: {},
}

/**
 * Allows http(s), mailto and tel (rules 9.10). Refuses links with blanks, because blanks can hide a scheme.
 */
export function isSafeLink(href: string): boolean {
  const visibleHref = [...href].filter((character) => character > ' ').join('')
  return (
    href.length <= 2048 &&
    href.isWellFormed() &&
    visibleHref === href.trim() &&
    (isWebAddress(visibleHref) || /^(mailto:|tel:)[^\s]+$/i.test(visibleHref))
  )
}

class RefusedDocumentError extends Error {}

interface NodeCounts {
  nodes: number
  characters: number
  images: number
}

/**
 * Parses a document, given as an object or as JSON text. Drops everything outside the schema. An empty
 * document becomes null.
 */
export function parseRichText(raw: unknown): { document: RichNode | null } | { problem: string } {
  let value = raw
  if (typeof raw === 'string') {
    if (raw.length > RICH_TEXT_LIMITS.bytes) return { problem: 'This text is too long.' }
    if (isJsonDeeperThan(raw, 3 * RICH_TEXT_LIMITS.depth))
      return { problem: 'This text is nested too deeply.' }
    try {
      value = JSON.parse(raw)
    } catch {
      return { problem: 'This text could not be read.' }
    }
  }
  try {
    const count = { nodes: 0, characters: 0, images: 0 }
    const document = parseNode(value, 0, count)
    if (document?.type !== 'doc') throw new RefusedDocumentError('This text could not be read.')
    return { document: count.characters === 0 && count.images === 0 ? null : document }
  } catch (error) {
    if (error instanceof RefusedDocumentError) return { problem: error.message }
    throw error
  }
}

function parseNode(value: unknown, depth: number, count: NodeCounts, isPlain = false): RichNode | null {
  if (depth > RICH_TEXT_LIMITS.depth) throw new RefusedDocumentError('This text is nested too deeply.')
  if (++count.nodes > RICH_TEXT_LIMITS.nodes) throw new RefusedDocumentError('This text is too long.')
  const rawNode = requireObject(value)
  const nodeRule =
    typeof rawNode.type === 'string' && Object.hasOwn(RICH_NODES, rawNode.type)
      ? RICH_NODES[rawNode.type]
      : undefined
  if (!nodeRule) throw new RefusedDocumentError('This text holds something that is not allowed here.')
  const parsedNode: RichNode = { type: rawNode.type as string }
  if (parsedNode.type === 'text') {
    parsedNode.text = parseText(rawNode.text, count)
    const marks = isPlain ? [] : parseMarks(rawNode.marks)
    if (marks.length > 0) parsedNode.marks = marks
    return parsedNode
  }
  const parsedAttrs = parseAttrs(nodeRule.attrs, rawNode.attrs)
  if (parsedNode.type === 'image') {
    if (parsedAttrs.key === undefined) throw new RefusedDocumentError('A picture was not uploaded here.')
    if (++count.images > RICH_TEXT_LIMITS.images)
      throw new RefusedDocumentError(`At most ${RICH_TEXT_LIMITS.images} pictures.`)
  }
  if (Object.keys(parsedAttrs).length > 0) parsedNode.attrs = parsedAttrs
  const parsedContent = parseContent(rawNode.content, nodeRule, depth, count)
  if (parsedContent.length === 0 && nodeRule.empty === 'dropped') return null
  if (parsedContent.length > 0) parsedNode.content = parsedContent
  return parsedNode
}

function parseContent(value: unknown, rule: NodeRule, depth: number, count: NodeCounts): RichNode[] {
  const rawContent = value ?? []
  if (!Array.isArray(rawContent)) throw new RefusedDocumentError('This text could not be read.')
  const parsedNodes: RichNode[] = []
  for (const rawChild of rawContent as unknown[]) {
    const child = parseNode(rawChild, depth + 1, count, rule.marks === false)
    if (!child) continue
    if (!rule.content.includes(child.type))
      throw new RefusedDocumentError('This text holds something that is not allowed here.')
    const lastNode = parsedNodes.at(-1)
    // Adjacent texts with the same marks are joined, because the editor would join them too.
    if (child.type === 'text' && lastNode?.type === 'text' && haveSameMarks(child, lastNode))
      lastNode.text = `${lastNode.text}${child.text}`
    else parsedNodes.push(child)
  }
  const needsParagraph = rule.empty === 'filled' && parsedNodes.length === 0
  if (needsParagraph || (rule.first && parsedNodes[0]?.type !== rule.first))
    parsedNodes.unshift({ type: 'paragraph' })
  return parsedNodes
}

const haveSameMarks = (a: RichNode, b: RichNode) => JSON.stringify(a.marks) === JSON.stringify(b.marks)

function parseText(value: unknown, count: NodeCounts): string {
  if (typeof value !== 'string' || value === '' || !isStorableText(value))
    throw new RefusedDocumentError('This text could not be read.')
  count.characters += value.length
  if (count.characters > RICH_TEXT_LIMITS.characters) throw new RefusedDocumentError('This text is too long.')
  return value
}

function parseMarks(value: unknown): RichMark[] {
  if (!Array.isArray(value)) return []
  const parsedMarks: RichMark[] = []
  for (const rawMark of value.slice(0, 10) as unknown[]) {
    const markObject =
      typeof rawMark === 'object' && rawMark !== null ? (rawMark as Record<string, unknown>) : {}
    if (
      typeof markObject.type !== 'string' ||
      !Object.hasOwn(RICH_MARKS, markObject.type) ||
      parsedMarks.some(({ type }) => type === markObject.type)
    )
      continue
    const attrRules = RICH_MARKS[markObject.type] ?? {}
    const attrs = parseAttrs(attrRules, markObject.attrs)
    if (Object.keys(attrRules).some((name) => attrs[name] === undefined)) continue
    parsedMarks.push(
      Object.keys(attrs).length > 0 ? { type: markObject.type, attrs } : { type: markObject.type },
    )
  }
  // A text with the mark `code` keeps no other marks. Other marks are sorted in the order of the editor.
  const code = parsedMarks.filter(({ type }) => type === 'code')
  const order = Object.keys(RICH_MARKS)
  return code.length > 0
    ? code
    : parsedMarks.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
}

function parseAttrs(rules: NodeRule['attrs'], value: unknown): Record<string, unknown> {
  const parsedAttrs: Record<string, unknown> = {}
  if (!rules || typeof value !== 'object' || value === null) return parsedAttrs
  for (const [name, isValidAttr] of Object.entries(rules)) {
    const rawAttr = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    if (rawAttr !== undefined && rawAttr !== null && isValidAttr(rawAttr)) parsedAttrs[name] = rawAttr
  }
  return parsedAttrs
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RefusedDocumentError('This text could not be read.')
  return value as Record<string, unknown>
}

export function listRichTextImages(document: RichNode | null): string[] {
  if (!document) return []
  const key = document.type === 'image' && typeof document.attrs?.key === 'string' ? [document.attrs.key] : []
  return [...key, ...(document.content ?? []).flatMap(listRichTextImages)]
}

export function mapImages(
  document: RichNode,
  getImageAttrs: (key: string) => Record<string, unknown>,
): RichNode {
  const attrs =
    document.type === 'image' && typeof document.attrs?.key === 'string'
      ? { ...document.attrs, ...getImageAttrs(document.attrs.key) }
      : document.attrs
  return {
    ...document,
    ...(attrs && { attrs }),
    ...(document.content && { content: document.content.map((child) => mapImages(child, getImageAttrs)) }),
  }
}

export function toPlainText(document: RichNode | null): string {
  if (!document) return ''
  if (document.type === 'text') return document.text ?? ''
  const childrenText = (document.content ?? [])
    .map(toPlainText)
    .join(document.type === 'paragraph' || document.type === 'heading' ? '' : '\n')
  return document.type === 'hardBreak' ? '\n' : childrenText
}

/** Whether a text is an http(s) address; addresses with a user name or password are refused. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/(?![^/?#]*@)[^\s/?#\\]+[^\s\\]*$/i.test(text)
}
