/**
 * A cell that a spreadsheet takes for a formula: the signs, their wide forms of Japanese keyboards, also after blanks, which
 * some leave out; a tab and a line end at the beginning, which others read on behind.
 */
const RUNS = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** An amount below zero with its two decimals, which runs nothing. */
const NEGATIVE = /^-\d+\.\d{2}$/

/** Returns one cell as CSV text. Formulas are disarmed with an apostrophe (OWASP, CSV injection). */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = RUNS.test(value) && !NEGATIVE.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns a row of CSV text with its line break, for files that are too large to be made in one piece. */
export function csvRow(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** The byte-order mark of a CSV file, without which Excel reads ₱ and ñ wrongly. */
export const CSV_BEGIN = '\uFEFF'

/** Returns a CSV file: header row, CRLF, byte-order mark. */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  return `${CSV_BEGIN}${[header, ...rows].map(csvRow).join('')}`
}

/** Returns a CSV file of records, with these columns by their names. */
export const recordsCsv = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string | number | null | undefined>>,
): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row))),
  )
