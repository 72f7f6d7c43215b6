import { TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { finishRows } from './read-files.ts'
import type { ReadFiles, ReadOptions } from './read-files.ts'
import type { WrittenDate } from './dates.ts'
import type { FileRow, MergedRow, WebClientHalf } from './merged-rows.ts'
import { readSoaRow, readWebClientRow } from './read-rows.ts'
import type { WrittenSoa } from './read-rows.ts'

const COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep', 'invdate', 'attachment'] as const
type Column = (typeof COLUMNS)[number]
const SLICE = 1000

/**
 * Reads rows that the caller merged (`pdfFiles` of `PUT /tenant-soa-info`, specification 3 §7), with the CSV's own text
 * values. `line` is the row's number in the list, counted from 1. What a row says nothing of is not there: a row
 * without an amount and without the tenant's fields has an SOA half alone.
 */
export async function readList(list: readonly unknown[], options: ReadOptions): Promise<ReadFiles> {
  const webClient: FileRow<WebClientHalf>[] = []
  const soa: FileRow<WrittenSoa>[] = []
  const dates = { timeZone: options.timeZone, read: new Map<string, WrittenDate | null>() }
  for (const [index, entry] of list.entries()) {
    if (index % SLICE === SLICE - 1) await breathe()
    const line = index + 1
    const cells = cellsOf(entry)
    if (!cells) {
      webClient.push({ line, urefno: '', reason: 'This is not a row.' })
      continue
    }
    const hasSoa = filled(cells, ['invdate', 'attachment'])
    const hasWebClient = filled(cells, [...TENANT_COLUMNS, 'uothdep'])
    const amounts = hasWebClient || !hasSoa ? readWebClientRow(line, cells) : null
    if (amounts) webClient.push(amounts)
    // A row is refused once, for what is wrong with it first.
    if (amounts && amounts.reason !== undefined) continue
    const statement = hasSoa ? readSoaRow(line, cells, dates) : null
    if (statement) soa.push(statement)
  }
  const read = finishRows(webClient, soa, options)
  return read.examples
    ? read
    : { ...read, rows: read.rows.map(asListRow).filter(onceARow()).toSorted(refusedByLine) }
}

function cellsOf(entry: unknown): Partial<Record<Column, string>> | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null
  const cells: Partial<Record<Column, string>> = {}
  for (const column of COLUMNS) {
    const value: unknown = Object.hasOwn(entry, column)
      ? (entry as Record<string, unknown>)[column]
      : undefined
    if (typeof value === 'string') cells[column] = value
    else if (typeof value === 'number') cells[column] = String(value)
  }
  return cells
}

const filled = (cells: Partial<Record<Column, string>>, columns: readonly Column[]): boolean =>
  columns.some((column) => (cells[column]?.trim() ?? '') !== '')

const asListRow = (row: MergedRow): MergedRow => ({ ...row, source: 'list' })

const refusedByLine = (a: MergedRow, b: MergedRow): number =>
  a.reason !== null && b.reason !== null
    ? a.line - b.line
    : Number(a.reason !== null) - Number(b.reason !== null)

/** A row whose halves were both refused is named once. */
function onceARow(): (row: MergedRow) => boolean {
  const named = new Set<number>()
  return ({ line, reason }) => {
    if (reason === null) return true
    if (named.has(line)) return false
    named.add(line)
    return true
  }
}
