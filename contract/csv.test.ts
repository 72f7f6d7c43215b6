import { describe, expect, test } from 'vitest'
import { toCsvAmount, parseCsvCell, toCsv } from './csv.ts'

const formatCell = (value: Parameters<typeof toCsv>[1][number][number]): string =>
  toCsv(['a'], [[value]]).slice('\uFEFFa\r\n'.length, -'\r\n'.length)

const FORMULA_CELLS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  ' =1',
  '\u00a0+1',
  '＝1',
  '－1',
  '-400.00+1',
]
const CODE_CELLS = ['00123', '007', '0', '00', '1E5', '1e10', '12E-3', '1.5e+3', '0912', '1.50', '1.0', '.5']
const LONG_NUMBERS = ['639175550101', '123456789012', '12345678901234567', '1.23456789012']
const DATE_CELLS = [
  '3-12',
  '1-2',
  '3/12',
  '1/2/26',
  '2026-11-28',
  '28.11.2026',
  '2-Jan',
  'Jan-2',
  'MAR1',
  '1DEC',
  'Sept 2',
  'DEC-5',
  'Jan 2, 2026',
  '2 January 2026',
  'Fri, 28 Nov 2026',
  '28 Nov 2026 2:05 PM',
]
const TIME_CELLS = ['12:30', '8:05:10', '10:30 PM', '8 p', '8PM', '2026-11-28T14:05:00Z', '1/2/2026 3:00 pm']
const PHONE_CELLS = ['09175550101', '0917 555 0101', '0917-555-0101', '(02) 8123-4567', '+63 917 555 0101']
const OTHER_TEXTS = ['1,234', '₱500', '$5', '50%', '1 1/2', '(5)', ' 12', '12 ', '１２', 'TRUE', 'false']
const CONVERTED_TEXTS = [
  ...CODE_CELLS.filter((code) => code !== '0'),
  ...LONG_NUMBERS,
  ...DATE_CELLS,
  ...TIME_CELLS,
  ...PHONE_CELLS,
  ...OTHER_TEXTS,
]

test.each(FORMULA_CELLS)('%j, which a spreadsheet would run as a formula, is escaped', (formulaCell) => {
  expect(toCsv(['a'], [[formulaCell]])).toContain(`'${formulaCell}`)
})

test.each(CONVERTED_TEXTS)(
  'the text %j, which a spreadsheet would change, is escaped (rules 13.48)',
  (text) => {
    expect(toCsv(['a'], [[text]])).toContain(`'${text}`)
  },
)

test.each([
  'A-101',
  'a=b',
  'ana@example.test',
  ' two words',
  '101',
  '0',
  '12345678901',
  '12.5',
  '0.25',
  '12A',
  'E5',
  '5E',
  '3F-12',
  'Unit 5',
  'B1E5',
  'May',
  'March',
  'Marikina 5',
  'Decker 2',
  'true story',
  'GP-2026-000001',
  'N/A',
  'Room 3-12',
  '1st',
  "'Tita Ana",
  '2 bags',
  'Chairs (2)',
  '5 am i late',
])('the text %j is not changed', (unchangedText) => {
  expect(formatCell(unchangedText)).toBe(unchangedText)
})

test('commas, quotes and line ends stay inside their cell', () => {
  expect(toCsv(['a', 'b'], [['1,2x', 'say "hi"\nthere']])).toBe('\uFEFFa,b\r\n"1,2x","say ""hi""\nthere"\r\n')
  for (const lineEnd of ['\n', '\r', '\r\n'])
    expect(formatCell(`1st${lineEnd}2nd`)).toBe(`"1st${lineEnd}2nd"`)
  expect(formatCell('1,234')).toBe(`"'1,234"`)
})

test('numbers, amounts, dates and codes for a program stay as they are; null is an empty cell', () => {
  expect(toCsv(['a', 'b'], [[-5, null]])).toBe('\uFEFFa,b\r\n-5,\r\n')
  expect(
    [toCsvAmount(-400), toCsvAmount(1234.5), { plain: '28/11/2026' }, { plain: '00123' }].map(formatCell),
  ).toEqual(['-400.00', '1234.50', '28/11/2026', '00123'])
  expect(toCsvAmount(undefined)).toBeUndefined()
})

test('also a code for a program is no formula', () => {
  for (const formulaCell of FORMULA_CELLS)
    expect(toCsv(['a'], [[{ plain: formulaCell }]])).toContain(`'${formulaCell}`)
})

describe('reading a cell back', () => {
  test.each([
    '',
    'A-101',
    '101',
    "'Tita Ana",
    "'",
    "''",
    "'s-Gravenhage",
    'say "hi"',
    ...FORMULA_CELLS,
    ...CONVERTED_TEXTS,
  ])('%j is read as it was written, with apostrophes of its own, too', (text) => {
    for (const unescapedCell of [text, `'${text}`, `''${text}`]) {
      const csvCell = formatCell(unescapedCell)
      const unquotedCell = csvCell.startsWith('"') ? csvCell.slice(1, -1).replaceAll('""', '"') : csvCell
      expect(parseCsvCell(unquotedCell)).toBe(unescapedCell)
    }
  })
})

test('a long text is judged in time that grows with its length', () => {
  for (const text of ['1'.repeat(200_000), ' 1'.repeat(100_000), '1-'.repeat(100_000)])
    expect(formatCell(`${text}x`)).toBe(`${text}x`)
})
