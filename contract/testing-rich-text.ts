import fc from 'fast-check'
import { expect } from 'vitest'
import { RICH_MARKS, RICH_NODES, isSafeLink, parseRichText, type RichNode } from './rich-text.ts'

/** Throws if the document is refused. */
export function parseStoredDocument(raw: unknown): RichNode | null {
  const parseResult = parseRichText(raw)
  if ('problem' in parseResult) throw new Error(parseResult.problem)
  return parseResult.document
}

const createDoc = (content: readonly unknown[] = []) => ({ type: 'doc', content })

const anyAttrs = fc.dictionary(
  fc.constantFrom('key', 'alt', 'title', 'src', 'level', 'textAlign', 'start', 'colspan', 'onclick'),
  fc.oneof(
    fc.constantFrom('images/a.png', 'center', 'javascript:x', 1, 2, 99),
    fc.jsonValue({ maxDepth: 1 }),
  ),
  { maxKeys: 4 },
)
const anyMarks = fc.array(
  fc.record({
    type: fc.oneof(fc.constantFrom(...Object.keys(RICH_MARKS)), fc.string()),
    attrs: fc.record({ href: fc.oneof(fc.webUrl(), fc.string(), fc.constant('javascript:alert(1)')) }),
  }),
  { maxLength: 4 },
)
const anyText = fc.oneof(
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
)
const anyKey = fc.oneof(
  { weight: 20, arbitrary: fc.constant('images/a.png') },
  { weight: 1, arbitrary: fc.string() },
)
const depthIdentifier = fc.createDepthIdentifier()

const arbitraryNodes = fc.letrec<Record<string, unknown>>((tie) =>
  Object.fromEntries(
    Object.entries(RICH_NODES).map(([type, { content }]) => [
      type,
      fc.record({
        type: fc.oneof({ weight: 99, arbitrary: fc.constant(type) }, { weight: 1, arbitrary: fc.string() }),
        attrs:
          type === 'image' ? fc.tuple(anyAttrs, anyKey).map(([attrs, key]) => ({ ...attrs, key })) : anyAttrs,
        ...(type === 'text' && { text: anyText, marks: anyMarks }),
        ...(content.length > 0 && {
          content: fc.array(fc.oneof({ maxDepth: 4, depthIdentifier }, ...content.map((name) => tie(name))), {
            maxLength: 3,
            depthIdentifier,
          }),
        }),
      }),
    ]),
  ),
)
const anyDocument = arbitraryNodes['doc'] ?? fc.constant(createDoc())

function* listAllNodes(node: RichNode): Generator<RichNode> {
  yield node
  for (const child of node.content ?? []) yield* listAllNodes(child)
}

export function checkParsingTwice(numRuns: number): void {
  fc.assert(
    fc.property(fc.oneof(anyDocument, fc.anything(), fc.jsonValue(), fc.string()), (raw) => {
      const parseResult = parseRichText(raw)
      if ('problem' in parseResult) return parseResult.problem.length > 0
      return (
        JSON.stringify(parseStoredDocument(parseResult.document ?? createDoc())) ===
        JSON.stringify(parseResult.document)
      )
    }),
    { numRuns },
  )
}

export function checkStoredDocuments(numRuns: number): void {
  let readCount = 0
  fc.assert(
    fc.property(anyDocument, (raw) => {
      const parseResult = parseRichText(raw)
      if ('problem' in parseResult || !parseResult.document) return
      readCount++
      for (const node of listAllNodes(parseResult.document)) {
        const rule = RICH_NODES[node.type]
        expect(rule).toBeDefined()
        for (const child of node.content ?? []) expect(rule?.content).toContain(child.type)
        for (const [name, value] of Object.entries(node.attrs ?? {}))
          expect(rule?.attrs?.[name]?.(value)).toBe(true)
        for (const { type, attrs = {} } of node.marks ?? [])
          for (const [name, value] of Object.entries(attrs))
            expect(RICH_MARKS[type]?.[name]?.(value)).toBe(true)
        expect(
          Object.keys(node).every((key) => ['type', 'text', 'attrs', 'marks', 'content'].includes(key)),
        ).toBe(true)
      }
      expect(JSON.stringify(parseResult.document)).not.toMatch(/\\u0000|\\ud[89a-f]|javascript:alert/i)
    }),
    { numRuns },
  )
  expect(readCount).toBeGreaterThan(numRuns / 4)
}

/** Checks with random links: a browser resolves each link that `isSafeLink` accepts to a safe protocol. */
export function checkSafeLinks(numRuns: number): void {
  const arbitraryLetter = fc.constantFrom(...'jJaAvscriptdf:/\\ \t\n\u0000\u0001httpsmailtel?#@.&;x')
  const arbitraryLinkStart = fc.constantFrom(
    '',
    'https://',
    'http:',
    'mailto:',
    'tel:',
    'javascript:',
    ' https://',
    '//',
  )
  const text = fc
    .tuple(arbitraryLinkStart, fc.array(arbitraryLetter, { maxLength: 24 }))
    .map((parts) => parts.flat().join(''))
  fc.assert(
    fc.property(fc.oneof(text, fc.webUrl(), fc.string({ unit: 'binary' })), (href) => {
      if (!isSafeLink(href)) return
      const { protocol } = URL.canParse(href, 'https://portal.test')
        ? new URL(href, 'https://portal.test')
        : { protocol: '' }
      expect(['http:', 'https:', 'mailto:', 'tel:', '']).toContain(protocol)
    }),
    { numRuns },
  )
}
