import { expect, test } from 'vitest'
import { isBlank, toOneLine, VISIBLE_CHARACTER_PATTERN } from './one-line.ts'

test('the pattern of schemas and the check of forms agree on which characters show nothing', () => {
  const pattern = new RegExp(VISIBLE_CHARACTER_PATTERN)
  const differingCharacters: string[] = []
  // Tests all assigned characters. Surrogates are skipped, because each is only half a character.
  for (let code = 0; code < 0xfff0; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    if (pattern.test(character) === isBlank(character)) differingCharacters.push(code.toString(16))
  }
  expect(differingCharacters).toEqual([])
  expect([' ', '\u2800', '\u3164\u200b', 'a\u2800', '.'].map((text) => pattern.test(text))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

test('a text of one line has no line breaks and no characters that nobody sees, but whole emoji', () => {
  expect(toOneLine(' Ana\u200b Cruz \r\n\t Unit\u2028 101 ')).toBe('Ana Cruz Unit 101')
  expect(toOneLine('\u202eAna\u200d')).toBe('Ana')
  expect(toOneLine('👩‍👧')).toBe('👩‍👧')
})
