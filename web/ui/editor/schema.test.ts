import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RICH_MARKS, RICH_NODES, parseRichText, type RichNode } from '@tahanan/contract/rich-text.ts'
import { getRichTextSchema } from './schema.ts'

const schema = getSchema(getRichTextSchema())

test('the editor has the same nodes and marks as the server', () => {
  expect(Object.keys(schema.nodes).toSorted()).toEqual(Object.keys(RICH_NODES).toSorted())
  expect(Object.keys(schema.marks)).toEqual(Object.keys(RICH_MARKS))
})

const anyNode: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(...Object.keys(RICH_NODES).filter((type) => type !== 'text' && type !== 'doc')),
      attrs: fc.record(
        {
          key: fc.constant('images/a.png'),
          level: fc.integer({ min: 0, max: 7 }),
          textAlign: fc.constantFrom('left', 'center', null, 'up'),
          colspan: fc.integer({ min: 0, max: 30 }),
        },
        { requiredKeys: ['key'] },
      ),
      content: fc.array(fc.oneof(tie('node'), tie('text')), { maxLength: 3 }),
    },
    { requiredKeys: ['type', 'attrs'] },
  ),
  text: fc.record({
    type: fc.constant('text'),
    text: fc.string({ minLength: 1, maxLength: 5 }),
    marks: fc.uniqueArray(
      fc.record({
        type: fc.constantFrom(...Object.keys(RICH_MARKS)),
        attrs: fc.constant({ href: 'https://example.test' }),
      }),
      { selector: ({ type }) => type, maxLength: 6 },
    ),
  }),
})).node

test('the editor opens every document that the server stores, without changes', () => {
  let openedCount = 0
  fc.assert(
    fc.property(fc.array(anyNode, { minLength: 1, maxLength: 3 }), (content) => {
      const parseResult = parseRichText({ type: 'doc', content })
      if ('problem' in parseResult || !parseResult.document) return
      const document = schema.nodeFromJSON(parseResult.document)
      document.check()
      // The document is equal after parsing and serializing; the editor only adds default attributes.
      expect(schema.nodeFromJSON(parseStored(document.toJSON())).eq(document)).toBe(true)
      openedCount++
    }),
    { numRuns: 3000 },
  )
  expect(openedCount).toBeGreaterThan(100)
})

function parseStored(raw: unknown): RichNode | null {
  const parseResult = parseRichText(raw)
  if ('problem' in parseResult) throw new Error(parseResult.problem)
  return parseResult.document
}
