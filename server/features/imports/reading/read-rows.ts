import { TENANT_COLUMNS, type TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { CLIENT_CODE_MAX } from '@tahanan/contract/billing/tenant.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { readAmount, shown } from './amounts.ts'
import { readDate, type WrittenDate } from './dates.ts'
import type { FileRow, WebClientHalf } from './merged-rows.ts'

/** The cells of a row by column; undefined for columns missing in the file. */
export type Cells<Column extends string> = Partial<Record<Column, string>>

/** An SOA row whose date may need the order of day and month of the whole file. */
export interface WrittenSoa {
  readonly date: WrittenDate
  readonly due: WrittenDate | null
  readonly attachment: string
}

class Refused extends Error {}

/** Start of the reason for refusing an SOA row without a reference. */
export const NO_REFERENCE = 'The reference (urefno) is missing.'

/** Reads a web-client row; null without a reference (rules 7.5). `reason` is the error of its CSV line. */
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
 * Reads a row of the SOA file; refuses one without a reference and returns null for a blank one. `dates`
 * caches parsed dates, since most rows have the same one.
 */
export function readSoaRow(
  line: number,
  cells: Cells<'urefno' | 'invdate' | 'attachment' | 'duedate'>,
  dates: { readonly timeZone: string; readonly read: Map<string, WrittenDate | null> },
  reason?: string,
): FileRow<WrittenSoa> | null {
  const readCached = (cell: string): WrittenDate | null => {
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
    const date = readCached(cell)
    if (!date) throw new Refused(`The date cannot be read: ${shown(cell)}.`)
    const dueCell = cells.duedate?.trim() ?? ''
    const due = dueCell === '' ? null : readCached(dueCell)
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
  const reference = cells.urefno?.trim().normalize('NFC') ?? ''
  // A broken row is reported even without a reference, since its content is unknown.
  if (reference === '' && reason === undefined) return null
  try {
    const urefno = reference === '' ? '' : readReference(reference)
    if (reason !== undefined) throw new Refused(reason)
    return { line, urefno, half: read() }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { line, urefno: shown(reference), reason: error.message }
  }
}

function readReference(text: string): string {
  if (/^[=+\-@]/.test(text)) throw new Refused(`The reference is a formula: ${shown(text)}.`)
  refuseUnreadable('reference', text)
  if (/\p{Cc}/u.test(text)) throw new Refused('The reference has a line end or a control character in it.')
  if ([...text].length > CLIENT_CODE_MAX)
    throw new Refused(`The reference is longer than ${CLIENT_CODE_MAX} characters.`)
  return text
}

/** One short line of printed ASCII without double or outer spaces. */
const PLAIN = /^(?:[!-~](?: ?[!-~]){0,99})?$/

/** Normalizes a text to one line without control characters. */
function readText(column: string, cell: string): string {
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
