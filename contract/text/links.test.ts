import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

const markLinks = (text: string): string =>
  splitLinks(text)
    .map((part) => (part.href === undefined ? part.text : `[${part.text}](${part.href})`))
    .join('')

test.each([
  ['See https://pmo.example/forms', 'See [https://pmo.example/forms](https://pmo.example/forms)'],
  ['HTTP://PMO.example?a=1&b=2#c', '[HTTP://PMO.example?a=1&b=2#c](HTTP://PMO.example?a=1&b=2#c)'],
  ['www.bdo.com.ph now', '[www.bdo.com.ph](https://www.bdo.com.ph) now'],
  ['a\nhttps://a.example\nb', 'a\n[https://a.example](https://a.example)\nb'],
  [
    'https://a.example,https://b.example',
    '[https://a.example](https://a.example),[https://b.example](https://b.example)',
  ],
  ['*https://a.example/x*', '*[https://a.example/x](https://a.example/x)*'],
  ['https://youtu.be/a-b_', '[https://youtu.be/a-b_](https://youtu.be/a-b_)'],
  ['https://a.example/ñ/頁', '[https://a.example/ñ/頁](https://a.example/ñ/頁)'],
])('%j has the links %j', (text, expected) => {
  expect(markLinks(text)).toBe(expected)
})

test.each([
  '.',
  ',',
  ';',
  ':',
  '!',
  '?',
  '...',
  '?!',
  ')',
  ').',
  '"',
  '”',
  '’.',
  ']',
  '}',
  '>',
  '。',
  '，',
  '»',
])('a link ends before %j', (punctuationMark) => {
  expect(splitLinks(`Go to https://a.example/b${punctuationMark}`)).toEqual([
    { text: 'Go to ' },
    { text: 'https://a.example/b', href: 'https://a.example/b' },
    { text: punctuationMark },
  ])
})

test('a bracket that the link itself opens belongs to it', () => {
  const addressWithParentheses = 'https://en.wikipedia.org/wiki/Nipa_(palm)'
  expect(markLinks(addressWithParentheses)).toBe(`[${addressWithParentheses}](${addressWithParentheses})`)
  expect(markLinks(`(${addressWithParentheses})`)).toBe(
    `([${addressWithParentheses}](${addressWithParentheses}))`,
  )
  expect(markLinks('(https://a.example/b)')).toBe('([https://a.example/b](https://a.example/b))')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://a.example',
  'file:///etc/passwd',
  'mailto:a@b.example',
  'https://',
  'https:// a.example',
  'http://?',
  'www.',
  'awww.example.com',
  'ahttps://a.example',
  'https://bank.example@evil.example/login',
  'https://\u202egpj.example',
  'a@www.example.com',
])('%j stays text', (text) => {
  expect(splitLinks(text)).toEqual([{ text }])
})

test('an invisible character, a quotation mark or a tag ends a link', () => {
  expect(markLinks('https://a.example/\u200bb')).toBe('[https://a.example/](https://a.example/)\u200bb')
  expect(markLinks('https://a.example/"onclick=x')).toBe('[https://a.example/](https://a.example/)"onclick=x')
  expect(markLinks('https://a.example/<b>')).toBe('[https://a.example/](https://a.example/)<b>')
})

test('every text is kept whole, and a long one is read in little time', () => {
  for (const text of [
    '',
    ' ',
    'a https://a.example. b',
    'https://'.repeat(1000),
    'https://a.example/' + '('.repeat(5000) + ')'.repeat(5000),
  ])
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
