/**
 * Matches cells that a spreadsheet may run as a formula: the signs and their full-width forms, also after
 * blanks, which some programs skip, and a leading tab or line break, which others skip.
 */
const RUNS = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A negative amount with two decimals: no spreadsheet runs it as a formula. */
const NEGATIVE = /^-\d+\.\d{2}$/

/** Returns one cell as CSV text. An apostrophe escapes formulas (OWASP, CSV injection). */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = RUNS.test(value) && !NEGATIVE.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns one row with its line break, for files that are streamed. */
export function csvRow(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Byte-order mark of a CSV file. Excel needs it to read ₱ and ñ. */
export const CSV_BEGIN = '\uFEFF'

/** Returns a CSV file: header row, CRLF, byte-order mark. */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  return `${CSV_BEGIN}${[header, ...rows].map(csvRow).join('')}`
}

/** Returns a CSV file of records, with columns keyed by their header. */
export const recordsCsv = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string | number | null | undefined>>,
): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row))),
  )
