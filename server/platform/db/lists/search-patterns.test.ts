import { expect, test } from 'vitest'
import { getRarestWords, searchPatterns, toSearchWords } from './search-patterns.ts'

const lead = (indexed: string, checked?: string, tenants = checked ?? indexed) => ({
  indexed,
  ...(checked !== undefined && { checked }),
  tenants,
})

test.each([
  ['as it stands', ' REYES ', lead('%reyes%')],
  ['as it stands', '100%', lead('%100%', String.raw`%100\%%`)],
  ['by its longest piece', 'A-1013', lead('%1013%', '%a1013%')],
  ['by its longest piece', 'a1013', lead('%1013%', '%a1013%')],
  ['by its running number', 'GP-2026-000123', lead('%000123%', '%gp2026000123%')],
  ['by the last digits of a long run', 'GP2026000123', lead('%0123%', '%gp2026000123%')],
  ['by prefix and running number', 'GP58', lead('%000058%', '%gp____000058%', '%gp58%')],
  ['by prefix and running number', 'gp 58', lead('%000058%', '%gp____000058%', '%gp58%')],
  ['by prefix and running number', 'GP-58', lead('%000058%', '%gp____000058%', '%gp58%')],
  ['by its hash', 'PY-3fa9b2c1d0', lead('%3fa9b2c1d0%', '%py3fa9b2c1d0%')],
  [
    'by its end',
    'incomprehensible',
    { indexed: '%hensible%', plain: '%incomprehensible%', tenants: '%incomprehensible%' },
  ],
])('a word is looked up %s in the index, and otherwise checked whole: %s', (_, term, patterns) => {
  expect(searchPatterns(term)).toEqual(patterns)
})

test.each([
  ['a', '%a%'],
  ['qz', '%qz%'],
  ['%', String.raw`%\%%`],
  ['a-1', '%a1%'],
  ['ñ', '%n%'],
  ['__', String.raw`%\_\_%`],
  [String.raw`\u`, String.raw`%\\u%`],
  ['🎂🎂', '%🎂🎂%'],
])('%s has no piece that the index knows, and is checked row by row', (term, pattern) => {
  expect(searchPatterns(term).indexed).toBeUndefined()
  const { checked, plain } = searchPatterns(term)
  expect(checked ?? plain).toBe(pattern)
})

test('a word with digits leads, then the last one of five letters', () => {
  expect(searchPatterns('gp leak faucet A-101')).toEqual({
    indexed: '%101%',
    checked: '%a101%',
    tenants: '%a101%',
    secondPlain: '%faucet%',
    secondIndexed: '%faucet%',
    secondTenants: '%faucet%',
    others: ['%leak%', '%gp%'],
    othersTenants: ['%leak%', '%gp%'],
  })
  const names = searchPatterns('Ramon Luzviminda  Hizon ramon')
  expect([names.tenants, names.secondTenants, names.othersTenants]).toEqual([
    '%hizon%',
    '%luzviminda%',
    ['%ramon%'],
  ])
})

test('a term of dashes or blanks has no words, and of a hundred words eight count', () => {
  for (const term of ['', '  ', ' - -- ']) expect(searchPatterns(term)).toEqual({})
  const letters = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n))
  expect(toSearchWords(letters.join(' '))).toHaveLength(100)
  expect(getRarestWords(letters.join(' '))).toHaveLength(8)
})
