/**
 * Matches texts that a spreadsheet may run as a formula. Includes full-width signs, leading blanks, and a
 * leading tab or line break, because some programs ignore them at the start.
 */
const FORMULA_PATTERN = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** Amounts are not escaped: a negative amount begins with a sign, but no spreadsheet runs it as a formula. */
const AMOUNT_PATTERN = /^-?\d+\.\d{2}$/

/**
 * Matches numbers that spreadsheets do not change. They keep only 11 digits, and remove leading and trailing
 * zeros.
 */
const UNCHANGED_NUMBER_PATTERN = /^(?:0|[1-9]\d{0,10}|(?=.{3,11}$)(?:0|[1-9]\d*)\.\d*[1-9])$/

const MONTH_PATTERN =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/**
 * Patterns of texts that Excel, LibreOffice or Google Sheets may convert to a number, date or time: digits
 * with signs, an exponent, a month's name, a time with am or pm, an ISO time.
 */
const CONVERTED_PATTERNS: readonly RegExp[] = [
  /^[\d\s.,:/()%+\-\p{Sc}]+$/u,
  /^[+-]?[\d.,]+e[+-]?\d+$/i,
  new RegExp(
    `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\\s.,])?[\\d\\s.,:/-]*(?:${MONTH_PATTERN})[\\d\\s.,:/-]*(?:[ap]m)?$`,
    'i',
  ),
  /^\d[\d\s.:/-]*[ap]m$/i,
  /^\d(?:[\d\s.:/-]*\s)?[ap]$/i,
  /^\d{4}-\d\d?-\d\d?t[\d:.]+(?:z|[+-][\d:]+)?$/i,
]

function isConvertedBySpreadsheet(text: string): boolean {
  if (UNCHANGED_NUMBER_PATTERN.test(text)) return false
  // Normalizes by NFKC, because spreadsheets also convert full-width digits.
  const normalizedText = text.normalize('NFKC').trim()
  return /\d/.test(normalizedText)
    ? CONVERTED_PATTERNS.some((form) => form.test(normalizedText))
    : /^(?:true|false)$/i.test(normalizedText)
}

/**
 * Whether a spreadsheet would run or convert the text, so that it needs an apostrophe before it. Ignores
 * leading apostrophes: `'=1` gets another one, and `parseCsvCell` removes only that one.
 */
function needsEscape(text: string): boolean {
  const textWithoutQuotes = text.replace(/^'+/, '')
  return FORMULA_PATTERN.test(textWithoutQuotes) || isConvertedBySpreadsheet(textWithoutQuotes)
}

/**
 * Cell of a CSV file. A string is text that a spreadsheet must not change, such as a code or a name. `plain`
 * is for dates, times, amounts, and codes for another program: it is escaped only if it is a formula.
 */
export type CsvCell = string | number | null | undefined | { readonly plain: string }

export const toCsvAmount = (pesos: number | null | undefined): CsvCell =>
  typeof pesos === 'number' ? { plain: pesos.toFixed(2) } : undefined

/**
 * Writes an apostrophe before formulas (OWASP, CSV injection) and before texts that spreadsheets convert
 * (rules 13.48).
 */
function toCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : value.plain
  const isUnsafe =
    typeof value === 'string' ? needsEscape(value) : FORMULA_PATTERN.test(text) && !AMOUNT_PATTERN.test(text)
  const safeText = isUnsafe ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

/** Removes the apostrophe that `toCell` added. */
export const parseCsvCell = (cell: string): string =>
  cell.startsWith("'") && needsEscape(cell) ? cell.slice(1) : cell

export function formatCsvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** Byte-order mark: Excel needs it to decode ₱ and ñ. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF'

export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${CSV_BYTE_ORDER_MARK}${[header, ...rows].map(formatCsvRow).join('')}`
}

export const formatRowsCsv = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => CsvCell>>,
): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((getValue) => getValue(row))),
  )
