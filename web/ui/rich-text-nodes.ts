/** Reads ProseMirror JSON without the editor. What it does not know it passes over; nothing is ever taken as HTML. */

interface RichMark {
  type: string
  attrs?: Record<string, unknown>
}

interface RichNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: RichMark[]
  content?: RichNode[]
}

const BLOCKS: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
  horizontalRule: 'hr',
  hardBreak: 'br',
}

const MARKS: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
}

/** Deeper than any text a person writes; a deeper one is cut off instead of breaking the page. */
const DEEPEST = 40

/** A link that may be followed: http(s), mailto and tel only (decisions 7). */
export function safeHref(href: unknown): string | undefined {
  if (typeof href !== 'string') return undefined
  // browsers drop control characters and spaces inside a scheme, so they must not hide one here
  const plain = [...href].filter((letter) => letter > ' ').join('')
  return /^(https?:\/\/|mailto:|tel:)/i.test(plain) ? plain : undefined
}

/** An image's address: our own files, or https. */
export function safeImage(src: unknown): string | undefined {
  if (typeof src !== 'string') return undefined
  return /^(https:\/\/|\/(?![/\\]))/i.test(src) ? src : undefined
}

/** The text as DOM nodes. Takes the document or its JSON text; answers an empty fragment for anything else. */
export function richTextNodes(value: unknown): DocumentFragment {
  const all = document.createDocumentFragment()
  const root = documentOf(value)
  if (root) append(all, root, 0)
  else if (typeof value === 'string' && value.trim() !== '') {
    const plain = document.createElement('p')
    plain.textContent = value
    all.append(plain)
  }
  return all
}

function documentOf(value: unknown): RichNode | undefined {
  if (typeof value === 'string') {
    try {
      return documentOf(JSON.parse(value))
    } catch {
      return undefined
    }
  }
  return isNode(value) ? value : undefined
}

function isNode(value: unknown): value is RichNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function append(parent: Node, node: RichNode, depth: number): void {
  if (depth > DEEPEST || !isNode(node)) return
  if (node.type === 'text') {
    parent.appendChild(marked(node))
    return
  }
  const element = elementOf(node)
  const into = element ?? parent
  for (const child of Array.isArray(node.content) ? node.content : []) append(into, child, depth + 1)
  if (element) parent.appendChild(element)
}

function elementOf({ type, attrs = {} }: RichNode): HTMLElement | undefined {
  if (type === 'image') {
    const src = safeImage(attrs.src)
    if (src === undefined) return undefined
    const image = document.createElement('img')
    image.src = src
    image.alt = typeof attrs.alt === 'string' ? attrs.alt : ''
    image.loading = 'lazy'
    return image
  }
  const level = Math.min(6, Math.max(1, Number(attrs.level) || 2))
  const tag = type === 'heading' ? `h${level}` : BLOCKS[type]
  if (tag === undefined) return undefined
  const element = document.createElement(tag)
  const align = attrs.textAlign
  if (align === 'center' || align === 'right' || align === 'justify') element.className = align
  if (element instanceof HTMLOListElement && Number(attrs.start) > 1) element.start = Number(attrs.start)
  return element
}

function marked(node: RichNode): Node {
  let inner: Node = document.createTextNode(String(node.text ?? ''))
  for (const mark of Array.isArray(node.marks) ? node.marks : []) {
    const around = markOf(mark)
    if (!around) continue
    around.appendChild(inner)
    inner = around
  }
  return inner
}

function markOf({ type, attrs = {} }: RichMark): HTMLElement | undefined {
  if (type === 'link') {
    const href = safeHref(attrs.href)
    if (href === undefined) return undefined
    const link = document.createElement('a')
    link.href = href
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    return link
  }
  const tag = MARKS[type]
  return tag === undefined ? undefined : document.createElement(tag)
}
