import { describe, expect, test } from 'vitest'
import {
  RICH_TEXT_LIMITS,
  isSafeLink,
  parseRichText,
  listRichTextImages,
  toPlainText,
  mapImages,
  type RichNode,
} from './rich-text.ts'
import { checkKept, checkReadingTwice, checkSafeLinks, parseKeptDocument } from './testing-rich-text.ts'

const paragraph = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
})
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const image = (key: string, more: Record<string, unknown> = {}) => ({
  type: 'image',
  attrs: { key, ...more },
})

const refused = (raw: unknown) => {
  const read = parseRichText(raw)
  return 'problem' in read ? read.problem : undefined
}

test('a document made by the editor is unchanged', () => {
  const document = doc(
    { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [{ type: 'text', text: 'Rates' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See ' },
        {
          type: 'text',
          text: 'the site',
          marks: [{ type: 'link', attrs: { href: 'https://example.test/a?b=c#d' } }, { type: 'bold' }],
        },
        { type: 'hardBreak' },
        { type: 'text', text: 'x = 1', marks: [{ type: 'code' }] },
      ],
    },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [{ type: 'listItem', content: [paragraph('Third')] }],
    },
    image('images/post_1-abc.png', { alt: 'The lobby' }),
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableHeader',
              attrs: { colspan: 2, rowspan: 1, colwidth: [120, 80] },
              content: [paragraph('Unit')],
            },
          ],
        },
      ],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: 'a\nb' }] },
    { type: 'horizontalRule' },
  )
  expect(parseKeptDocument(document)).toEqual(document)
  expect(parseKeptDocument(JSON.stringify(document))).toEqual(document)
})

test('a document without text or pictures reads as null', () => {
  for (const empty of [
    doc(),
    doc({ type: 'paragraph' }),
    doc({ type: 'horizontalRule' }),
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }),
    doc({ type: 'table', content: [{ type: 'tableRow', content: [] }] }),
  ])
    expect(parseKeptDocument(empty)).toBeNull()
})

test('bare items, empty cells and unordered marks are repaired, so that the editor can open them', () => {
  expect(
    parseKeptDocument(
      doc(
        { type: 'bulletList', content: [{ type: 'listItem', content: [image('images/a.png')] }] },
        { type: 'bulletList', content: [] },
        { type: 'blockquote' },
        {
          type: 'table',
          content: [{ type: 'tableRow' }, { type: 'tableRow', content: [{ type: 'tableCell' }] }],
        },
        paragraph('text', [{ type: 'underline' }, { type: 'bold' }]),
        paragraph('code', [{ type: 'bold' }, { type: 'code' }]),
        { type: 'codeBlock', content: [{ type: 'text', text: 'plain', marks: [{ type: 'bold' }] }] },
      ),
    ),
  ).toEqual(
    doc(
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph' }, image('images/a.png')] }],
      },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph' }] }] }],
      },
      paragraph('text', [{ type: 'bold' }, { type: 'underline' }]),
      paragraph('code', [{ type: 'code' }]),
      { type: 'codeBlock', content: [{ type: 'text', text: 'plain' }] },
    ),
  )
})

const manyParagraphs = (length: number) => ({
  type: 'doc',
  content: Array.from({ length }, () => ({ type: 'paragraph' })),
})

describe('hostile documents', () => {
  test.each([
    ['a script', doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })],
    ['raw HTML', doc({ type: 'html', attrs: { html: '<img src=x onerror=alert(1)>' } })],
    ['a frame', doc({ type: 'iframe', attrs: { src: 'https://evil.test' } })],
    ['a type that objects inherit', doc({ type: 'constructor' })],
    ['a type that is no text', doc({ type: ['paragraph'] })],
    ['a node without a type', doc({})],
    ['text straight in the document', doc({ type: 'text', text: 'loose' })],
    ['a row outside a table', doc({ type: 'tableRow', content: [{ type: 'tableCell' }] })],
    ['a document in a document', doc(doc(paragraph('inner')))],
    ['a picture in a line', doc({ type: 'paragraph', content: [image('images/a.png')] })],
    ['something inside a picture', doc({ ...image('images/a.png'), content: [paragraph('x')] })],
    ['a picture of another site', doc({ type: 'image', attrs: { src: 'https://evil.test/p.png' } })],
    ['a picture with a script for a key', doc(image('javascript:alert(1)'))],
    ['a picture out of its folder', doc(image('images/../soa/pdf/x.pdf'))],
    ['a picture of another folder', doc(image('soa/pdf/x.pdf'))],
    ['a picture with a line break in its key', doc(image('images/a.png\n'))],
    ['empty text', doc({ type: 'paragraph', content: [{ type: 'text', text: '' }] })],
    ['text that is no text', doc({ type: 'paragraph', content: [{ type: 'text', text: { toString: 1 } }] })],
    ['NUL', doc(paragraph('a\u0000b'))],
    ['half a letter', doc(paragraph('a\ud800b'))],
    ['content that is no list', doc({ type: 'paragraph', content: 'text' })],
    ['content that is a list of nothing', doc(null)],
    ['no document', paragraph('loose')],
    ['a list', [doc(paragraph('x'))]],
    ['a number', 5],
    ['HTML', '<p>Hello</p>'],
    ['half a document', '{"type":"doc","content":['],
  ])('%s is refused', (_, raw) => {
    expect(refused(raw)).toBeTypeOf('string')
    expect(refused(JSON.stringify(raw))).toBeTypeOf('string')
  })

  test('event handlers, styles and other unknown attributes are removed', () => {
    const hostile = JSON.parse(
      `{"type":"doc","__proto__":{"admin":true},"onload":"alert(1)","attrs":{"class":"x"},"content":[
        {"type":"paragraph","attrs":{"style":"position:fixed","onclick":"alert(1)","textAlign":"expression(alert(1))"},
         "content":[{"type":"text","text":"Text","attrs":{"onclick":"x"},
          "marks":[{"type":"textStyle","attrs":{"color":"red"}},{"type":"bold","attrs":{"onmouseover":"alert(1)"}},
           {"type":"constructor"},null,5,"bold"]}]},
        {"type":"heading","attrs":{"level":9},"content":[{"type":"text","text":"Heading"}]},
        {"type":"image","attrs":{"key":"images/a.png","src":"javascript:alert(1)","onerror":"alert(1)","alt":{"a":1},
          "srcset":"https://evil.test/x 1w","width":1e9}}]}`,
    ) as unknown
    expect(parseKeptDocument(hostile)).toEqual(
      doc(
        paragraph('Text', [{ type: 'bold' }]),
        { type: 'heading', content: [{ type: 'text', text: 'Heading' }] },
        image('images/a.png'),
      ),
    )
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.test/x',
    '//evil.test',
    '/admin',
    'https:',
    'https://a b',
    'https://half\ud800',
    'https:///evil.test',
    'https://bank.test@evil.test/',
    String.raw`https://bank.test\@evil.test/`,
    `https://example.test/${'a'.repeat(3000)}`,
    '',
    5,
    null,
  ])('a link to %j is removed, its text stays', (href) => {
    const link = { type: 'link', attrs: { href } }
    expect(parseKeptDocument(doc(paragraph('Click', [link])))).toEqual(doc(paragraph('Click')))
  })

  test.each([
    'https://example.test',
    'HTTP://example.test/%20?q=1',
    'mailto:pmo@example.test',
    'tel:+63281234567',
  ])('a link to %s is kept', (href) => {
    const document = doc(paragraph('Click', [{ type: 'link', attrs: { href } }]))
    expect([isSafeLink(href), parseKeptDocument(document)]).toEqual([true, document])
  })

  test('alternative text that the database cannot store is removed', () => {
    for (const alt of ['a\u0000', '\ud800', 'x'.repeat(256)])
      expect(parseKeptDocument(doc(image('images/a.png', { alt, title: alt })))).toEqual(
        doc(image('images/a.png')),
      )
  })

  test('documents that are too deep, too large or too long are refused with the reason', () => {
    const { depth, nodes, characters, bytes, images } = RICH_TEXT_LIMITS
    const nested = (times: number) => {
      let block: unknown = paragraph('deep')
      for (let n = 0; n < times; n++) block = { type: 'blockquote', content: [block] }
      return doc(block)
    }
    expect(refused(nested(depth - 2))).toBeUndefined()
    expect(refused(nested(depth - 1))).toBe('This text is nested too deeply.')
    const abyss = `{"type":"doc","content":[${'{"type":"blockquote","content":['.repeat(10_000)}${']}'.repeat(10_000)}]}`
    expect(refused(abyss)).toBe('This text is nested too deeply.')
    expect(refused(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe('This text is nested too deeply.')
    expect(refused(manyParagraphs(nodes))).toBe('This text is too long.')
    expect(refused(manyParagraphs(1_000_000))).toBe('This text is too long.')
    expect(refused(doc(paragraph('x'.repeat(characters))))).toBeUndefined()
    expect(refused(doc(paragraph('x'.repeat(characters)), paragraph('y')))).toBe('This text is too long.')
    expect(refused(JSON.stringify(doc(paragraph('x'.repeat(bytes)))))).toBe('This text is too long.')
    const pictures = (count: number) =>
      doc(...Array.from({ length: count }, (_, n) => image(`images/${n}.png`)))
    expect(refused(pictures(images))).toBeUndefined()
    expect(refused(pictures(images + 1))).toBe('At most 40 pictures.')
  })
})

describe('random documents', () => {
  test('are read or refused without an exception, and reading the result again changes nothing', () => {
    checkReadingTwice(100)
  })

  test('keep only what the schema lists and the database can store', () => {
    checkKept(100)
  })

  test('have safe links only where a browser would follow http, https, mailto or tel', () => {
    checkSafeLinks(100)
  })
})

test('pictures of a text are found and get links, which are not stored', () => {
  const document = doc(
    image('images/a.png', { alt: 'A' }),
    { type: 'blockquote', content: [image('images/b.png')] },
    paragraph('x'),
  ) as RichNode
  expect(listRichTextImages(document)).toEqual(['images/a.png', 'images/b.png'])
  const linked = mapImages(document, (key) => ({ src: `/files/${key}?signature=1`, width: 10 }))
  expect(linked.content?.[0]?.attrs).toEqual({
    key: 'images/a.png',
    alt: 'A',
    src: '/files/images/a.png?signature=1',
    width: 10,
  })
  expect(document.content?.[0]?.attrs).toEqual({ key: 'images/a.png', alt: 'A' })
  expect(parseKeptDocument(linked)).toEqual(document)
})

test('the plain text has one line for each block', () => {
  const document = doc(
    {
      type: 'heading',
      content: [
        { type: 'text', text: 'Fire ' },
        { type: 'text', text: 'drill' },
      ],
    },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Meet at the lobby')] }] },
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'a' }, { type: 'hardBreak' }, { type: 'text', text: 'b' }],
    },
  ) as RichNode
  expect(toPlainText(document)).toBe('Fire drill\nMeet at the lobby\na\nb')
  expect([toPlainText(null), listRichTextImages(null)]).toEqual(['', []])
})
