/**
 * Matches texts that a spreadsheet may run as a formula: the signs and their full-width forms, also after
 * blanks, which some programs skip, and a leading tab or line break, which others skip.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** An amount with two decimals, which no spreadsheet runs as a formula. */
const AMOUNT = /^-?\d+\.\d{2}$/

/**
 * A number that a spreadsheet displays and saves unchanged: at most 11 characters, without leading or
 * trailing zeros.
 */
const SAFE_NUMBER = /^(?:0|[1-9]\d{0,10}|(?=.{3,11}$)(?:0|[1-9]\d*)\.\d*[1-9])$/

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/**
 * Texts with a digit that Excel, LibreOffice or Google Sheets may convert to a number, date or time: digits
 * with signs, an exponent, a month's name, a time with am or pm, an ISO time.
 */
const CONVERTED: readonly RegExp[] = [
  /^[\d\s.,:/()%+\-\p{Sc}]+$/u,
  /^[+-]?[\d.,]+e[+-]?\d+$/i,
  new RegExp(
    `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\\s.,])?[\\d\\s.,:/-]*(?:${MONTH})[\\d\\s.,:/-]*(?:[ap]m)?$`,
    'i',
  ),
  /^\d[\d\s.:/-]*[ap]m$/i,
  /^\d(?:[\d\s.:/-]*\s)?[ap]$/i,
  /^\d{4}-\d\d?-\d\d?t[\d:.]+(?:z|[+-][\d:]+)?$/i,
]

/** Whether a spreadsheet would display or save a different text. */
function isConverted(text: string): boolean {
  if (SAFE_NUMBER.test(text)) return false
  // NFKC: spreadsheets also convert full-width digits.
  const plain = text.normalize('NFKC').trim()
  return /\d/.test(plain) ? CONVERTED.some((form) => form.test(plain)) : /^(?:true|false)$/i.test(plain)
}

/**
 * Whether a text looks escaped. Further leading apostrophes are ignored, so that every text can be parsed
 * back unchanged.
 */
function isEscaped(text: string): boolean {
  const core = text.replace(/^'+/, '')
  return FORMULA.test(core) || isConverted(core)
}

/**
 * A value of a CSV file. A string is text, such as a code or a name, which a spreadsheet must not change.
 * `plain` is written unchanged, except formulas: a date, time or amount, or a code for another program.
 */
export type CsvCell = string | number | null | undefined | { readonly plain: string }

export const toCsvAmount = (pesos: number | null | undefined): CsvCell =>
  typeof pesos === 'number' ? { plain: pesos.toFixed(2) } : undefined

/** Formats one cell as CSV. An apostrophe escapes formulas (OWASP, CSV injection) and texts (rules 13.48). */
function toCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : value.plain
  const isUnsafe = typeof value === 'string' ? isEscaped(value) : FORMULA.test(text) && !AMOUNT.test(text)
  const safe = isUnsafe ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the text of a parsed CSV cell, without the apostrophe that escaped it. */
export const parseCsvCell = (cell: string): string =>
  cell.startsWith("'") && isEscaped(cell) ? cell.slice(1) : cell

/** Returns one row with its line break, for files that are streamed. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** Byte-order mark of a CSV file. Excel needs it to decode ₱ and ñ. */
export const CSV_BEGIN = '\uFEFF'

/** Returns a CSV file: header row, CRLF, byte-order mark. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${CSV_BEGIN}${[header, ...rows].map(csvRow).join('')}`
}

export const formatRecordsCsv = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => CsvCell>>,
): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row))),
  )
