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
import {
  checkStoredDocuments,
  checkParsingTwice,
  checkSafeLinks,
  parseStoredDocument,
} from './testing-rich-text.ts'

const createParagraph = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
})
const createDoc = (...content: unknown[]) => ({ type: 'doc', content })
const createImage = (key: string, extraAttrs: Record<string, unknown> = {}) => ({
  type: 'image',
  attrs: { key, ...extraAttrs },
})

const getRefusal = (raw: unknown) => {
  const parseResult = parseRichText(raw)
  return 'problem' in parseResult ? parseResult.problem : undefined
}

test('a document made by the editor is unchanged', () => {
  const document = createDoc(
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
      content: [{ type: 'listItem', content: [createParagraph('Third')] }],
    },
    createImage('images/post_1-abc.png', { alt: 'The lobby' }),
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableHeader',
              attrs: { colspan: 2, rowspan: 1, colwidth: [120, 80] },
              content: [createParagraph('Unit')],
            },
          ],
        },
      ],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: 'a\nb' }] },
    { type: 'horizontalRule' },
  )
  expect(parseStoredDocument(document)).toEqual(document)
  expect(parseStoredDocument(JSON.stringify(document))).toEqual(document)
})

test('a document without text or pictures reads as null', () => {
  for (const emptyDocument of [
    createDoc(),
    createDoc({ type: 'paragraph' }),
    createDoc({ type: 'horizontalRule' }),
    createDoc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }),
    createDoc({ type: 'table', content: [{ type: 'tableRow', content: [] }] }),
  ])
    expect(parseStoredDocument(emptyDocument)).toBeNull()
})

test('bare items, empty cells and unordered marks are repaired, so that the editor can open them', () => {
  expect(
    parseStoredDocument(
      createDoc(
        { type: 'bulletList', content: [{ type: 'listItem', content: [createImage('images/a.png')] }] },
        { type: 'bulletList', content: [] },
        { type: 'blockquote' },
        {
          type: 'table',
          content: [{ type: 'tableRow' }, { type: 'tableRow', content: [{ type: 'tableCell' }] }],
        },
        createParagraph('text', [{ type: 'underline' }, { type: 'bold' }]),
        createParagraph('code', [{ type: 'bold' }, { type: 'code' }]),
        { type: 'codeBlock', content: [{ type: 'text', text: 'plain', marks: [{ type: 'bold' }] }] },
      ),
    ),
  ).toEqual(
    createDoc(
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph' }, createImage('images/a.png')] }],
      },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph' }] }] }],
      },
      createParagraph('text', [{ type: 'bold' }, { type: 'underline' }]),
      createParagraph('code', [{ type: 'code' }]),
      { type: 'codeBlock', content: [{ type: 'text', text: 'plain' }] },
    ),
  )
})

const createManyParagraphs = (length: number) => ({
  type: 'doc',
  content: Array.from({ length }, () => ({ type: 'paragraph' })),
})

describe('hostile documents', () => {
  test.each([
    ['a script', createDoc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })],
    ['raw HTML', createDoc({ type: 'html', attrs: { html: '<img src=x onerror=alert(1)>' } })],
    ['a frame', createDoc({ type: 'iframe', attrs: { src: 'https://evil.test' } })],
    ['a type that objects inherit', createDoc({ type: 'constructor' })],
    ['a type that is no text', createDoc({ type: ['paragraph'] })],
    ['a node without a type', createDoc({})],
    ['text straight in the document', createDoc({ type: 'text', text: 'loose' })],
    ['a row outside a table', createDoc({ type: 'tableRow', content: [{ type: 'tableCell' }] })],
    ['a document in a document', createDoc(createDoc(createParagraph('inner')))],
    ['a picture in a line', createDoc({ type: 'paragraph', content: [createImage('images/a.png')] })],
    [
      'something inside a picture',
      createDoc({ ...createImage('images/a.png'), content: [createParagraph('x')] }),
    ],
    ['a picture of another site', createDoc({ type: 'image', attrs: { src: 'https://evil.test/p.png' } })],
    ['a picture with a script for a key', createDoc(createImage('javascript:alert(1)'))],
    ['a picture out of its folder', createDoc(createImage('images/../soa/pdf/x.pdf'))],
    ['a picture of another folder', createDoc(createImage('soa/pdf/x.pdf'))],
    ['a picture with a line break in its key', createDoc(createImage('images/a.png\n'))],
    ['empty text', createDoc({ type: 'paragraph', content: [{ type: 'text', text: '' }] })],
    [
      'text that is no text',
      createDoc({ type: 'paragraph', content: [{ type: 'text', text: { toString: 1 } }] }),
    ],
    ['NUL', createDoc(createParagraph('a\u0000b'))],
    ['half a letter', createDoc(createParagraph('a\ud800b'))],
    ['content that is no list', createDoc({ type: 'paragraph', content: 'text' })],
    ['content that is a list of nothing', createDoc(null)],
    ['no document', createParagraph('loose')],
    ['a list', [createDoc(createParagraph('x'))]],
    ['a number', 5],
    ['HTML', '<p>Hello</p>'],
    ['half a document', '{"type":"doc","content":['],
  ])('%s is refused', (_, raw) => {
    expect(getRefusal(raw)).toBeTypeOf('string')
    expect(getRefusal(JSON.stringify(raw))).toBeTypeOf('string')
  })

  test('event handlers, styles and other unknown attributes are removed', () => {
    const hostileDocument = JSON.parse(
      `{"type":"doc","__proto__":{"admin":true},"onload":"alert(1)","attrs":{"class":"x"},"content":[
        {"type":"paragraph","attrs":{"style":"position:fixed","onclick":"alert(1)","textAlign":"expression(alert(1))"},
         "content":[{"type":"text","text":"Text","attrs":{"onclick":"x"},
          "marks":[{"type":"textStyle","attrs":{"color":"red"}},{"type":"bold","attrs":{"onmouseover":"alert(1)"}},
           {"type":"constructor"},null,5,"bold"]}]},
        {"type":"heading","attrs":{"level":9},"content":[{"type":"text","text":"Heading"}]},
        {"type":"image","attrs":{"key":"images/a.png","src":"javascript:alert(1)","onerror":"alert(1)","alt":{"a":1},
          "srcset":"https://evil.test/x 1w","width":1e9}}]}`,
    ) as unknown
    expect(parseStoredDocument(hostileDocument)).toEqual(
      createDoc(
        createParagraph('Text', [{ type: 'bold' }]),
        { type: 'heading', content: [{ type: 'text', text: 'Heading' }] },
        createImage('images/a.png'),
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
    expect(parseStoredDocument(createDoc(createParagraph('Click', [link])))).toEqual(
      createDoc(createParagraph('Click')),
    )
  })

  test.each([
    'https://example.test',
    'HTTP://example.test/%20?q=1',
    'mailto:pmo@example.test',
    'tel:+63281234567',
  ])('a link to %s is kept', (href) => {
    const document = createDoc(createParagraph('Click', [{ type: 'link', attrs: { href } }]))
    expect([isSafeLink(href), parseStoredDocument(document)]).toEqual([true, document])
  })

  test('alternative text that the database cannot store is removed', () => {
    for (const invalidAlt of ['a\u0000', '\ud800', 'x'.repeat(256)])
      expect(
        parseStoredDocument(createDoc(createImage('images/a.png', { alt: invalidAlt, title: invalidAlt }))),
      ).toEqual(createDoc(createImage('images/a.png')))
  })

  test('documents that are too deep, too large or too long are refused with the reason', () => {
    const { depth, nodes, characters, bytes, images } = RICH_TEXT_LIMITS
    const createNestedDoc = (times: number) => {
      let nestedBlock: unknown = createParagraph('deep')
      for (let n = 0; n < times; n++) nestedBlock = { type: 'blockquote', content: [nestedBlock] }
      return createDoc(nestedBlock)
    }
    expect(getRefusal(createNestedDoc(depth - 2))).toBeUndefined()
    expect(getRefusal(createNestedDoc(depth - 1))).toBe('This text is nested too deeply.')
    const tooDeepJson = `{"type":"doc","content":[${'{"type":"blockquote","content":['.repeat(10_000)}${']}'.repeat(10_000)}]}`
    expect(getRefusal(tooDeepJson)).toBe('This text is nested too deeply.')
    expect(getRefusal(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe('This text is nested too deeply.')
    expect(getRefusal(createManyParagraphs(nodes))).toBe('This text is too long.')
    expect(getRefusal(createManyParagraphs(1_000_000))).toBe('This text is too long.')
    expect(getRefusal(createDoc(createParagraph('x'.repeat(characters))))).toBeUndefined()
    expect(getRefusal(createDoc(createParagraph('x'.repeat(characters)), createParagraph('y')))).toBe(
      'This text is too long.',
    )
    expect(getRefusal(JSON.stringify(createDoc(createParagraph('x'.repeat(bytes)))))).toBe(
      'This text is too long.',
    )
    const createDocWithPictures = (count: number) =>
      createDoc(...Array.from({ length: count }, (_, n) => createImage(`images/${n}.png`)))
    expect(getRefusal(createDocWithPictures(images))).toBeUndefined()
    expect(getRefusal(createDocWithPictures(images + 1))).toBe('At most 40 pictures.')
  })
})

describe('random documents', () => {
  test('are read or refused without an exception, and reading the result again changes nothing', () => {
    checkParsingTwice(100)
  })

  test('keep only what the schema lists and the database can store', () => {
    checkStoredDocuments(100)
  })

  test('have safe links only where a browser would follow http, https, mailto or tel', () => {
    checkSafeLinks(100)
  })
})

test('pictures of a text are found and get links, which are not stored', () => {
  const document = createDoc(
    createImage('images/a.png', { alt: 'A' }),
    { type: 'blockquote', content: [createImage('images/b.png')] },
    createParagraph('x'),
  ) as RichNode
  expect(listRichTextImages(document)).toEqual(['images/a.png', 'images/b.png'])
  const linkedDocument = mapImages(document, (key) => ({ src: `/files/${key}?signature=1`, width: 10 }))
  expect(linkedDocument.content?.[0]?.attrs).toEqual({
    key: 'images/a.png',
    alt: 'A',
    src: '/files/images/a.png?signature=1',
    width: 10,
  })
  expect(document.content?.[0]?.attrs).toEqual({ key: 'images/a.png', alt: 'A' })
  expect(parseStoredDocument(linkedDocument)).toEqual(document)
})

test('the plain text has one line for each block', () => {
  const document = createDoc(
    {
      type: 'heading',
      content: [
        { type: 'text', text: 'Fire ' },
        { type: 'text', text: 'drill' },
      ],
    },
    { type: 'bulletList', content: [{ type: 'listItem', content: [createParagraph('Meet at the lobby')] }] },
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'a' }, { type: 'hardBreak' }, { type: 'text', text: 'b' }],
    },
  ) as RichNode
  expect(toPlainText(document)).toBe('Fire drill\nMeet at the lobby\na\nb')
  expect([toPlainText(null), listRichTextImages(null)]).toEqual(['', []])
})
