import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells that a spreadsheet would run as formulas are escaped', () => {
  for (const bad of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', ' =1', '\u00a0+1', '＝1', '－1'])
    expect(toCsv(['a'], [[bad]])).toContain(`'${bad}`)
})

test('ordinary words are not changed', () => {
  for (const fine of ['A-101', 'a=b', 'ana@example.test', ' two words', '1-2'])
    expect(toCsv(['a'], [[fine]])).toBe(`\uFEFFa\r\n${fine}\r\n`)
})

test('commas, quotes and line ends stay inside their cell', () => {
  expect(toCsv(['a', 'b'], [['1,2', 'say "hi"\nthere']])).toBe('\uFEFFa,b\r\n"1,2","say ""hi""\nthere"\r\n')
})

test('negative amounts stay numbers with two decimals', () => {
  expect(toCsv(['a', 'b'], [['-400.00', '-400.00+1']])).toBe("\uFEFFa,b\r\n-400.00,'-400.00+1\r\n")
})

test('numbers stay numbers, also negative ones, and null is an empty cell', () => {
  expect(toCsv(['a', 'b'], [[-5, null]])).toBe('\uFEFFa,b\r\n-5,\r\n')
})
