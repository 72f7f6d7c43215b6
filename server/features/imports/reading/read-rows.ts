import { TENANT_COLUMNS, type TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { CLIENT_CODE_MAX } from '@tahanan/contract/billing/tenant.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { readAmount, shown } from './amounts.ts'
import { readDate, type WrittenDate } from './dates.ts'
import type { FileRow, WebClientHalf } from './merged-rows.ts'

/** The cells of a row by their columns; a column that the file does not have is undefined. */
export type Cells<Column extends string> = Partial<Record<Column, string>>

/** An SOA row whose date waits for the order of day and month in the whole file. */
export interface WrittenSoa {
  readonly date: WrittenDate
  readonly due: WrittenDate | null
  readonly attachment: string
}

class Refused extends Error {}

/** Begins the reason of an SOA row without a reference. */
export const NO_REFERENCE = 'The reference (urefno) is missing.'

/** A row without a reference does not count (rules 7.5): null. `reason` is why its cells could not be told apart. */
export function readWebClientRow(
  line: number,
  cells: Cells<'urefno' | TenantColumn | 'uothdep'>,
  reason?: string,
): FileRow<WebClientHalf> | null {
  return readRow(line, cells, reason, () => {
    const amount = readAmount(cells.uothdep ?? '')
    if (amount.reason !== undefined) throw new Refused(amount.reason)
    const fields: WebClientHalf['fields'] = {}
    for (const column of TENANT_COLUMNS) {
      const cell = cells[column]
      if (cell !== undefined) fields[column] = readText(column, cell)
    }
    return { amount: amount.amount, fields }
  })
}

/**
 * Reads a row of the SOA file; one without a reference is refused, a blank one is null. `dates` caches parsed dates, since most rows
 * have the same one.
 */
export function readSoaRow(
  line: number,
  cells: Cells<'urefno' | 'invdate' | 'attachment' | 'duedate'>,
  dates: { readonly timeZone: string; readonly read: Map<string, WrittenDate | null> },
  reason?: string,
): FileRow<WrittenSoa> | null {
  const read = (cell: string): WrittenDate | null => {
    let date = dates.read.get(cell)
    if (date === undefined) dates.read.set(cell, (date = readDate(cell, dates.timeZone)))
    return date
  }
  const named = [cells.invdate, cells.attachment].map((cell) => cell?.trim() ?? '')
  if (!cells.urefno?.trim() && named.some(Boolean) && reason === undefined) {
    const attachment = named[1] ? ` The attachment is ${shown(named[1])}.` : ''
    return { line, urefno: '', reason: NO_REFERENCE + attachment }
  }
  return readRow(line, cells, reason, () => {
    const cell = cells.invdate?.trim() ?? ''
    if (cell === '') throw new Refused('The date (invdate) is missing.')
    const date = read(cell)
    if (!date) throw new Refused(`The date cannot be read: ${shown(cell)}.`)
    const dueCell = cells.duedate?.trim() ?? ''
    const due = dueCell === '' ? null : read(dueCell)
    if (dueCell !== '' && !due) throw new Refused(`The due date (duedate) cannot be read: ${shown(dueCell)}.`)
    const attachment = readText('attachment', cells.attachment ?? '')
    if (/^[=+@]/.test(attachment)) throw new Refused(`The attachment is a formula: ${shown(attachment)}.`)
    return { date, due, attachment }
  })
}

function readRow<Half>(
  line: number,
  cells: Cells<'urefno'>,
  reason: string | undefined,
  read: () => Half,
): FileRow<Half> | null {
  const given = cells.urefno?.trim().normalize('NFC') ?? ''
  // A row that could not be told apart is named even without its reference: what it was is not known.
  if (given === '' && reason === undefined) return null
  try {
    const urefno = given === '' ? '' : readReference(given)
    if (reason !== undefined) throw new Refused(reason)
    return { line, urefno, half: read() }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { line, urefno: shown(given), reason: error.message }
  }
}

function readReference(given: string): string {
  if (/^[=+\-@]/.test(given)) throw new Refused(`The reference is a formula: ${shown(given)}.`)
  refuseUnreadable('reference', given)
  if (/\p{Cc}/u.test(given)) throw new Refused('The reference has a line end or a control character in it.')
  if ([...given].length > CLIENT_CODE_MAX)
    throw new Refused(`The reference is longer than ${CLIENT_CODE_MAX} characters.`)
  return given
}

/** Printed ASCII on one line, short, without spaces at the ends or two of them together. */
const PLAIN = /^(?:[!-~](?: ?[!-~]){0,99})?$/

/** Returns a text on one line, without invisible characters. */
function readText(column: string, cell: string): string {
  // A fast path: most cells are plain.
  if (PLAIN.test(cell)) return cell
  refuseUnreadable(column, cell)
  const text = cell
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if ([...text].length > LIMITS.text)
    throw new Refused(`The text of ${column} is longer than ${LIMITS.text} characters.`)
  return text
}

function refuseUnreadable(column: string, text: string): void {
  if (text.includes('\ufffd')) throw new Refused(`The text of ${column} has characters that cannot be read.`)
}
