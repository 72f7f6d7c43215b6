import { expect, test } from 'vitest'
import { getRarestWords, toSearchPatterns, toSearchWords } from './search-patterns.ts'

const createPatterns = (indexed: string, checked?: string, tenants = checked ?? indexed) => ({
  indexed,
  ...(checked !== undefined && { checked }),
  tenants,
})

test.each([
  ['as it stands', ' REYES ', createPatterns('%reyes%')],
  ['as it stands', '100%', createPatterns('%100%', String.raw`%100\%%`)],
  ['by its longest piece', 'A-1013', createPatterns('%1013%', '%a1013%')],
  ['by its longest piece', 'a1013', createPatterns('%1013%', '%a1013%')],
  ['by its running number', 'GP-2026-000123', createPatterns('%000123%', '%gp2026000123%')],
  ['by the last digits of a long run', 'GP2026000123', createPatterns('%0123%', '%gp2026000123%')],
  ['by prefix and running number', 'GP58', createPatterns('%000058%', '%gp____000058%', '%gp58%')],
  ['by prefix and running number', 'gp 58', createPatterns('%000058%', '%gp____000058%', '%gp58%')],
  ['by prefix and running number', 'GP-58', createPatterns('%000058%', '%gp____000058%', '%gp58%')],
  ['by its hash', 'PY-3fa9b2c1d0', createPatterns('%3fa9b2c1d0%', '%py3fa9b2c1d0%')],
  [
    'by its end',
    'incomprehensible',
    { indexed: '%hensible%', plain: '%incomprehensible%', tenants: '%incomprehensible%' },
  ],
])('a word is looked up %s in the index, and otherwise checked whole: %s', (_, term, patterns) => {
  expect(toSearchPatterns(term)).toEqual(patterns)
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
  expect(toSearchPatterns(term).indexed).toBeUndefined()
  const { checked, plain } = toSearchPatterns(term)
  expect(checked ?? plain).toBe(pattern)
})

test('a word with digits leads, then the last one of five letters', () => {
  expect(toSearchPatterns('gp leak faucet A-101')).toEqual({
    indexed: '%101%',
    checked: '%a101%',
    tenants: '%a101%',
    secondPlain: '%faucet%',
    secondIndexed: '%faucet%',
    secondTenants: '%faucet%',
    others: ['%leak%', '%gp%'],
    othersTenants: ['%leak%', '%gp%'],
  })
  const names = toSearchPatterns('Ramon Luzviminda  Hizon ramon')
  expect([names.tenants, names.secondTenants, names.othersTenants]).toEqual([
    '%hizon%',
    '%luzviminda%',
    ['%ramon%'],
  ])
})

test('a term of dashes or blanks has no words, and of a hundred words eight count', () => {
  for (const term of ['', '  ', ' - -- ']) expect(toSearchPatterns(term)).toEqual({})
  const letters = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n))
  expect(toSearchWords(letters.join(' '))).toHaveLength(100)
  expect(getRarestWords(letters.join(' '))).toHaveLength(8)
})
