import { TENANT_COLUMNS, type TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { MAX_CLIENT_CODE_LENGTH } from '@tahanan/contract/billing/tenant.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatPhone } from '@tahanan/contract/phone.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import type { FileRow, WebClientData } from './merged-row.ts'
import { parseAmount, shortenCell } from './parse-amount.ts'
import { parseDate, type ParsedDate } from './parse-date.ts'
import { hasLostCharacter, repairEncoding } from './repair-encoding.ts'

export type Cells<Column extends string> = Partial<Record<Column, string>>

export interface ParsedSoa {
  readonly date: ParsedDate
  readonly due: ParsedDate | null
  readonly attachment: string
}

/** Phone columns, normalized like in the tenant's form, so that importing the same number changes nothing. */
const TENANT_PHONES: ReadonlySet<TenantColumn> = new Set(['uocctel1', 'uocctel2'])

class RefusedRowError extends Error {}

export const NO_REFERENCE = 'The reference (urefno) is missing.'

/** Matches the first cell of a line of totals: `GRAND TOTAL:`, `Total amount due (PHP)`. */
const TOTAL_PATTERN =
  /^[\W_]*(?:(?:grand|sub|over-?all|page|report)[\W_]*)?(?:totals?|kabuuan)(?:[\W_]+(?:amount|balance|due|php|soa|tenants?|accounts?|records?|rows?))*[\W_]*$/i

const isTotalRow = (reference = '', ...otherCells: readonly (string | undefined)[]): boolean =>
  TOTAL_PATTERN.test(reference) &&
  otherCells.every((cell = '') => cell.trim() === '' || TOTAL_PATTERN.test(cell))

/**
 * Parses a row of the web-client file. Returns null for a row without a client code (rules 7.5) and for a row
 * of totals. `reason` is the error that the CSV parser found in the line.
 */
export function parseWebClientRow(
  line: number,
  cells: Cells<'urefno' | TenantColumn | 'uothdep'>,
  reason?: string,
): FileRow<WebClientData> | null {
  if (isTotalRow(cells.urefno, ...TENANT_COLUMNS.map((column) => cells[column]))) return null
  return parseRow(line, cells, reason, () => {
    const amount = parseAmount(cells.uothdep ?? '')
    if (amount.reason !== undefined) throw new RefusedRowError(amount.reason)
    const fields: WebClientData['fields'] = {}
    const notes: string[] = []
    for (const column of TENANT_COLUMNS) {
      const cell = cells[column]
      if (cell === undefined) continue
      const repairedText = repairEncoding(cell)
      const text = parseText(column, repairedText)
      fields[column] = TENANT_PHONES.has(column) ? formatPhone(text) : text
      if (repairedText !== cell)
        notes.push(
          `The text of ${column} was in another encoding: ${shortenCell(cell)} was read as ${shortenCell(text)}.`,
        )
      else if (hasLostCharacter(text))
        notes.push(`The text of ${column} has lost a letter: ${shortenCell(text)}.`)
    }
    return { amount: amount.amount, fields, ...(notes.length > 0 && { note: notes.join(' ') }) }
  })
}

/**
 * Parses a row of the SOA file. Refuses a row without a client code; returns null for a blank row. `dates`
 * caches parsed dates, because most rows have the same one.
 */
export function parseSoaRow(
  line: number,
  cells: Cells<'urefno' | 'invdate' | 'attachment' | 'duedate'>,
  dates: { readonly timeZone: string; readonly read: Map<string, ParsedDate | null> },
  reason?: string,
): FileRow<ParsedSoa> | null {
  const parseCachedDate = (cell: string): ParsedDate | null => {
    let date = dates.read.get(cell)
    if (date === undefined) dates.read.set(cell, (date = parseDate(cell, dates.timeZone)))
    return date
  }
  if (isTotalRow(cells.urefno, cells.invdate, cells.attachment)) return null
  const otherCells = [cells.invdate, cells.attachment].map((cell) => cell?.trim() ?? '')
  if (!cells.urefno?.trim() && otherCells.some(Boolean) && reason === undefined) {
    const attachment = otherCells[1] ? ` The attachment is ${shortenCell(otherCells[1])}.` : ''
    return { line, urefno: '', reason: NO_REFERENCE + attachment }
  }
  return parseRow(line, cells, reason, () => {
    const cell = cells.invdate?.trim() ?? ''
    if (cell === '') throw new RefusedRowError('The date (invdate) is missing.')
    const date = parseCachedDate(cell)
    if (!date) throw new RefusedRowError(`The date cannot be read: ${shortenCell(cell)}.`)
    const dueCell = cells.duedate?.trim() ?? ''
    const dueDate = dueCell === '' ? null : parseCachedDate(dueCell)
    if (dueCell !== '' && !dueDate)
      throw new RefusedRowError(`The due date (duedate) cannot be read: ${shortenCell(dueCell)}.`)
    const attachment = parseText('attachment', cells.attachment ?? '')
    if (/^[=+@]/.test(attachment))
      throw new RefusedRowError(`The attachment is a formula: ${shortenCell(attachment)}.`)
    return { date, due: dueDate, attachment }
  })
}

function parseRow<Half>(
  line: number,
  cells: Cells<'urefno'>,
  reason: string | undefined,
  parseCells: () => Half,
): FileRow<Half> | null {
  const reference = cells.urefno?.trim().normalize('NFC') ?? ''
  // A row that the CSV parser could not read is refused even without a client code, because its content is
  // unknown.
  if (reference === '' && reason === undefined) return null
  try {
    const clientCode = reference === '' ? '' : parseReference(reference)
    if (reason !== undefined) throw new RefusedRowError(reason)
    return { line, urefno: clientCode, data: parseCells() }
  } catch (error) {
    if (!(error instanceof RefusedRowError)) throw error
    return { line, urefno: shortenCell(reference), reason: error.message }
  }
}

/** Error values of spreadsheets. `#####` appears instead of a number that is too wide for its column. */
const SPREADSHEET_ERROR = /^#(?:#+|N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i

function parseReference(text: string): string {
  if (/^[=+\-@]/.test(text)) throw new RefusedRowError(`The reference is a formula: ${shortenCell(text)}.`)
  if (SPREADSHEET_ERROR.test(text))
    throw new RefusedRowError(`The reference is an error of a spreadsheet: ${shortenCell(text)}.`)
  requireReadableText('reference', text)
  if (/\p{Cc}/u.test(text))
    throw new RefusedRowError('The reference has a line end or a control character in it.')
  if ([...text].length > MAX_CLIENT_CODE_LENGTH)
    throw new RefusedRowError(`The reference is longer than ${MAX_CLIENT_CODE_LENGTH} characters.`)
  return text
}

/**
 * Short text that needs no cleaning: printable ASCII in one line, without double, leading or trailing spaces.
 */
const PLAIN_ASCII_TEXT = /^(?:[!-~](?: ?[!-~]){0,99})?$/

function parseText(column: string, cell: string): string {
  if (PLAIN_ASCII_TEXT.test(cell)) return cell
  requireReadableText(column, cell)
  const text = toOneLine(cell.normalize('NFC').replaceAll(/[\s\p{Cc}]+/gu, ' '))
  if ([...text].length > LIMITS.text)
    throw new RefusedRowError(`The text of ${column} is longer than ${LIMITS.text} characters.`)
  return text
}

function requireReadableText(column: string, text: string): void {
  if (text.includes('\ufffd'))
    throw new RefusedRowError(`The text of ${column} has characters that cannot be read.`)
}
