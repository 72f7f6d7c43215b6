import { TENANT_COLUMNS, type TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { CLIENT_CODE_MAX } from '@tahanan/contract/billing/tenant.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatPhone } from '@tahanan/contract/phone.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import type { FileRow, WebClientHalf } from './merged-row.ts'
import { parseAmount, shortenCell } from './parse-amount.ts'
import { parseDate, type WrittenDate } from './parse-date.ts'
import { hasLostLetter, repairLetters } from './repair-letters.ts'

export type Cells<Column extends string> = Partial<Record<Column, string>>

/**
 * Row of the SOA file. Its date may be ambiguous until the order of day and month in the whole file is known.
 */
export interface WrittenSoa {
  readonly date: WrittenDate
  readonly due: WrittenDate | null
  readonly attachment: string
}

/** Phone columns, normalized like in the tenant's form, so that importing the same number changes nothing. */
const TENANT_PHONES: ReadonlySet<TenantColumn> = new Set(['uocctel1', 'uocctel2'])

class Refused extends Error {}

export const NO_REFERENCE = 'The reference (urefno) is missing.'

/** Matches the first cell of a line of totals, such as `GRAND TOTAL:` and `Total amount due (PHP)`. */
const TOTAL =
  /^[\W_]*(?:(?:grand|sub|over-?all|page|report)[\W_]*)?(?:totals?|kabuuan)(?:[\W_]+(?:amount|balance|due|php|soa|tenants?|accounts?|records?|rows?))*[\W_]*$/i

/**
 * Returns whether a row is the line of totals below the tenants: its reference matches, and no other cell
 * names a tenant.
 */
const isTotal = (reference = '', ...others: readonly (string | undefined)[]): boolean =>
  TOTAL.test(reference) && others.every((cell = '') => cell.trim() === '' || TOTAL.test(cell))

/**
 * Parses a row of the web-client file. Returns null without a reference (rules 7.5) and for totals. `reason`
 * is the error that the CSV parser found in the line.
 */
export function parseWebClientRow(
  line: number,
  cells: Cells<'urefno' | TenantColumn | 'uothdep'>,
  reason?: string,
): FileRow<WebClientHalf> | null {
  if (isTotal(cells.urefno, ...TENANT_COLUMNS.map((column) => cells[column]))) return null
  return parseRow(line, cells, reason, () => {
    const amount = parseAmount(cells.uothdep ?? '')
    if (amount.reason !== undefined) throw new Refused(amount.reason)
    const fields: WebClientHalf['fields'] = {}
    const notes: string[] = []
    for (const column of TENANT_COLUMNS) {
      const cell = cells[column]
      if (cell === undefined) continue
      const repaired = repairLetters(cell)
      const text = parseText(column, repaired)
      fields[column] = TENANT_PHONES.has(column) ? formatPhone(text) : text
      if (repaired !== cell)
        notes.push(
          `The text of ${column} was in another encoding: ${shortenCell(cell)} was read as ${shortenCell(text)}.`,
        )
      else if (hasLostLetter(text))
        notes.push(`The text of ${column} has lost a letter: ${shortenCell(text)}.`)
    }
    return { amount: amount.amount, fields, ...(notes.length > 0 && { note: notes.join(' ') }) }
  })
}

/**
 * Parses a row of the SOA file. Refuses a row without a reference; returns null for a blank row. `dates`
 * caches parsed dates, because most rows have the same one.
 */
export function parseSoaRow(
  line: number,
  cells: Cells<'urefno' | 'invdate' | 'attachment' | 'duedate'>,
  dates: { readonly timeZone: string; readonly read: Map<string, WrittenDate | null> },
  reason?: string,
): FileRow<WrittenSoa> | null {
  const parseCached = (cell: string): WrittenDate | null => {
    let date = dates.read.get(cell)
    if (date === undefined) dates.read.set(cell, (date = parseDate(cell, dates.timeZone)))
    return date
  }
  if (isTotal(cells.urefno, cells.invdate, cells.attachment)) return null
  const named = [cells.invdate, cells.attachment].map((cell) => cell?.trim() ?? '')
  if (!cells.urefno?.trim() && named.some(Boolean) && reason === undefined) {
    const attachment = named[1] ? ` The attachment is ${shortenCell(named[1])}.` : ''
    return { line, urefno: '', reason: NO_REFERENCE + attachment }
  }
  return parseRow(line, cells, reason, () => {
    const cell = cells.invdate?.trim() ?? ''
    if (cell === '') throw new Refused('The date (invdate) is missing.')
    const date = parseCached(cell)
    if (!date) throw new Refused(`The date cannot be read: ${shortenCell(cell)}.`)
    const dueCell = cells.duedate?.trim() ?? ''
    const due = dueCell === '' ? null : parseCached(dueCell)
    if (dueCell !== '' && !due)
      throw new Refused(`The due date (duedate) cannot be read: ${shortenCell(dueCell)}.`)
    const attachment = parseText('attachment', cells.attachment ?? '')
    if (/^[=+@]/.test(attachment))
      throw new Refused(`The attachment is a formula: ${shortenCell(attachment)}.`)
    return { date, due, attachment }
  })
}

function parseRow<Half>(
  line: number,
  cells: Cells<'urefno'>,
  reason: string | undefined,
  read: () => Half,
): FileRow<Half> | null {
  const reference = cells.urefno?.trim().normalize('NFC') ?? ''
  // A row that the CSV parser could not read is refused even without a reference, because its content is
  // unknown.
  if (reference === '' && reason === undefined) return null
  try {
    const urefno = reference === '' ? '' : parseReference(reference)
    if (reason !== undefined) throw new Refused(reason)
    return { line, urefno, half: read() }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { line, urefno: shortenCell(reference), reason: error.message }
  }
}

/** Error values of spreadsheets. `#####` appears instead of a number that is too wide for its column. */
const SPREADSHEET_ERROR = /^#(?:#+|N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i

function parseReference(text: string): string {
  if (/^[=+\-@]/.test(text)) throw new Refused(`The reference is a formula: ${shortenCell(text)}.`)
  if (SPREADSHEET_ERROR.test(text))
    throw new Refused(`The reference is an error of a spreadsheet: ${shortenCell(text)}.`)
  requireReadable('reference', text)
  if (/\p{Cc}/u.test(text)) throw new Refused('The reference has a line end or a control character in it.')
  if ([...text].length > CLIENT_CODE_MAX)
    throw new Refused(`The reference is longer than ${CLIENT_CODE_MAX} characters.`)
  return text
}

/**
 * Short text that needs no cleaning: printable ASCII in one line, without double, leading or trailing spaces.
 */
const PLAIN = /^(?:[!-~](?: ?[!-~]){0,99})?$/

function parseText(column: string, cell: string): string {
  if (PLAIN.test(cell)) return cell
  requireReadable(column, cell)
  const text = toOneLine(cell.normalize('NFC').replaceAll(/[\s\p{Cc}]+/gu, ' '))
  if ([...text].length > LIMITS.text)
    throw new Refused(`The text of ${column} is longer than ${LIMITS.text} characters.`)
  return text
}

function requireReadable(column: string, text: string): void {
  if (text.includes('\ufffd')) throw new Refused(`The text of ${column} has characters that cannot be read.`)
}
