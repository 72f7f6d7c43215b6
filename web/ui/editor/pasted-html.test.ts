import { expect, test } from 'vitest'
import { findPictures, describeMissingPictures, convertPastedLists } from './pasted-html.ts'

const createWordItem = (marker: string, text: string, { list = 'l0', level = 1 } = {}) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:\nauto;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol;mso-bidi-font-family:\nSymbol'><span style='mso-list:Ignore'>${marker}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n\n`

const stripWordMarkup = (html: string): string => html.replaceAll(/<o:p><\/o:p>|\s*\n\s*/g, '')

test('bullets of Word are a list, between its other paragraphs (rules 9.30)', () => {
  const wordHtml = `<p class=MsoNormal>Bring:</p>${createWordItem('·', 'An id')}${createWordItem('·', '<b>Water</b>')}<p class=MsoNormal>Thanks</p>`
  expect(stripWordMarkup(convertPastedLists(wordHtml))).toBe(
    '<p class=MsoNormal>Bring:</p><ul><li><p>An id</p></li><li><p><b>Water</b></p></li></ul><p class=MsoNormal>Thanks</p>',
  )
})

test.each([
  ['1.', 'ol'],
  ['(a)', 'ol'],
  ['iv)', 'ol'],
  ['1.2.', 'ol'],
  ['o', 'ul'],
  ['§', 'ul'],
  ['-', 'ul'],
  ['<img width=9 height=9 src="file:///C:/bullet.gif" alt="*">', 'ul'],
])('the marker %j makes the list %s', (marker, tag) => {
  expect(stripWordMarkup(convertPastedLists(createWordItem(marker, 'One')))).toBe(
    `<${tag}><li><p>One</p></li></${tag}>`,
  )
})

test('levels are lists within items, and a list that goes on keeps its number', () => {
  const html =
    createWordItem('3.', 'Three') +
    createWordItem('a)', 'A', { level: 2 }) +
    createWordItem('·', 'Deep', { level: 4 }) +
    createWordItem('b)', 'B', { level: 2 }) +
    createWordItem('4.', 'Four') +
    createWordItem('·', 'Other', { list: 'l1' })
  expect(stripWordMarkup(convertPastedLists(html))).toBe(
    '<ol start="3"><li><p>Three</p><ol><li><p>A</p><ul><li><p>Deep</p></li></ul></li><li><p>B</p></li></ol></li>' +
      '<li><p>Four</p></li></ol><ul><li><p>Other</p></li></ul>',
  )
})

test('Word for Mac, with its comments, and items without them are lists, too', () => {
  const macHtml =
    '<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]-->' +
    '<span style="font-family:Symbol"><span style="mso-list:Ignore">·<span style="font:7.0pt &quot;Times New Roman&quot;">   </span></span></span><!--[endif]-->One</p>'
  const bareHtml =
    '<p style="mso-list:l0 level1 lfo1"><b><span style="mso-list:Ignore">2)<span>&nbsp;</span></span></b><span>Two</span></p>'
  expect(convertPastedLists(macHtml)).toBe('<ul><li><p>One</p></li></ul>')
  expect(convertPastedLists(bareHtml)).toBe('<ol start="2"><li><p><b></b><span>Two</span></p></li></ol>')
})

/** Returns the HTML of a list item as Word for the web writes it: as a list of its own. */
const createWebItem = (text: string, { tag = 'ul', level = 1, start = '' } = {}) =>
  `<div class="ListContainerWrapper SCXW191096394 BCX0" style="margin: 0px;"><${tag} class="BulletListStyle1 SCXW191096394 BCX0" role="list"${start} style="cursor: text;">` +
  `<li data-leveltext="" data-font="Symbol" data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW191096394 BCX0" style="margin: 0px 0px 0px 24px;">` +
  `<p class="Paragraph SCXW191096394 BCX0" paraid="738692707" style="margin: 0px;"><span lang="EN-US" class="TextRun SCXW191096394 BCX0">${text}</span>` +
  `<span class="EOP SCXW191096394 BCX0" data-ccp-props="{&quot;134233279&quot;:true}">&nbsp;</span></p></li></${tag}></div>`

const createNumberedItem = (text: string, number: number) =>
  createWebItem(text, { tag: 'ol', start: ` start="${number}"` })

const removeSpans = (html: string) => html.replaceAll(/<span[^>]*>|<\/span>/g, '')

test('lists of Word for the web are lists, not one of each item', () => {
  const precedingHtml = '<div class="OutlineElement"><p class="Paragraph">Bring:</p></div>'
  expect(
    removeSpans(
      convertPastedLists(
        precedingHtml +
          createWebItem('An id') +
          createWebItem('Water', { level: 2 }) +
          createWebItem('Shoes') +
          precedingHtml,
      ),
    ),
  ).toBe(
    `${precedingHtml}<ul><li><p>An id</p><ul><li><p>Water</p></li></ul></li><li><p>Shoes</p></li></ul>${precedingHtml}`,
  )
  expect(
    removeSpans(
      convertPastedLists(
        createNumberedItem('Three', 3) +
          createNumberedItem('Four', 4) +
          precedingHtml +
          createNumberedItem('Five', 5),
      ),
    ),
  ).toBe(
    `<ol start="3"><li><p>Three</p></li><li><p>Four</p></li></ol>${precedingHtml}<ol start="5"><li><p>Five</p></li></ol>`,
  )
})

test.each([
  '',
  'Water',
  '<p>1. Water</p><ul><li>Power</li></ul>',
  "<h1 style='mso-list:l0 level1 lfo1'>1. Rules</h1>",
  "<p style='mso-list:none'>Water</p>",
])('%j stays as it is', (html) => {
  expect(convertPastedLists(html)).toBe(html)
})

const PIXEL_BASE64 = 'iVBORw0KGgo='

test('pictures whose content is pasted are files, others are counted', async () => {
  const { files, missingCount } = findPictures(
    `<p>Map <img src="data:image/png;base64,${PIXEL_BASE64}" alt=""><img width=600 src="file:///C:/Users/Liza/image001.png">` +
      '<IMG SRC=https://lh3.example/photo.jpg><img src="data:image/png;base64,a"></p>',
  )
  expect(missingCount).toBe(3)
  expect(files.map(({ name, type }) => [name, type])).toEqual([['picture-1.png', 'image/png']])
  const fileBytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect([...fileBytes]).toEqual([...Buffer.from(PIXEL_BASE64, 'base64')])
})

test('own pictures, pixels that count readers, and Word’s second naming are not missed', () => {
  const html =
    '<img data-key="images/a.png" src="/files/a.png"><img src="https://t.example/p.gif" width="1" height="1">' +
    '<!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/image001.png"/></v:shape><![endif]-->' +
    '<![if !vml]><img src="file:///C:/image002.jpg"><![endif]>'
  expect(findPictures(html)).toEqual({ files: [], missingCount: 1 })
})

test('the words say how many are missing, and what to do', () => {
  expect(describeMissingPictures(1)).toBe(
    'A picture was not pasted: the copied text holds only where it lies. Copy it alone and paste it, or save it and add it with Insert pictures.',
  )
  expect(describeMissingPictures(3)).toMatch(/^3 pictures were not pasted/)
})
