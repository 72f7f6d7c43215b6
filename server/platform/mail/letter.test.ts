import { expect, test } from 'vitest'
import { layOut, toOneLine, type Letter } from './letter.ts'

const LETTER: Letter = {
  subject: 'Hello',
  community: 'Tahanan <Heights> & "Towers"',
  greeting: 'Dear <script>alert(1)</script>,',
  paragraphs: ['One.', 'Two & three.'],
  facts: [['Client code', '<img src=x onerror=alert(1)>']],
  action: { label: 'Choose', url: 'https://portal.example/choose-password#a"b' },
  notes: ['Until Friday.'],
  from: 'Property Management Office',
}

test('the plain text has each part as a paragraph', () => {
  expect(layOut(LETTER).text).toBe(
    `Dear <script>alert(1)</script>,

One.

Two & three.

Client code: <img src=x onerror=alert(1)>

Choose:
https://portal.example/choose-password#a"b

Until Friday.

Property Management Office
Tahanan <Heights> & "Towers"
`,
  )
})

test('the HTML escapes every text', () => {
  const { html } = layOut(LETTER)
  expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
  expect(html).toContain('Dear &lt;script&gt;alert(1)&lt;/script&gt;,')
  expect(html).toContain('<a href="https://portal.example/choose-password#a&quot;b"')
  expect(html).toContain('Tahanan &lt;Heights&gt; &amp; &quot;Towers&quot;')
})

test('facts and button are optional', () => {
  const { text, html } = layOut({ ...LETTER, facts: undefined, action: undefined, notes: undefined })
  expect(text).not.toContain('Choose')
  expect(html).not.toMatch(/<a |<table/)
})

test.each([
  ['a\r\nb', 'a b'],
  ['a\u2028b\u0000c', 'a b c'],
  [' a ', 'a'],
  ['x'.repeat(500), 'x'.repeat(200)],
])('%j becomes the line %j', (text, line) => {
  expect(toOneLine(text)).toBe(line)
})
