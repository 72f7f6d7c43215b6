import { TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import { parseCsvCell } from '@tahanan/contract/csv.ts'
import { mergeWithDates, type ParsedFiles, type ParseOptions } from './load-files.ts'
import { type FileRow, type MergedRow, type WebClientData, splitIntoSlices } from './merged-row.ts'
import type { ParsedDate } from './parse-date.ts'
import { parseSoaRow, parseWebClientRow, type ParsedSoa } from './parse-rows.ts'

const LIST_COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep', 'invdate', 'attachment', 'duedate'] as const
type Column = (typeof LIST_COLUMNS)[number]
const MAX_ROW_LENGTH = 64 * 1024
type Cells = Partial<Record<Column, string>>

/**
 * Parses rows that the caller has merged already (`pdfFiles` of `PUT /tenant-soa-info`). Their cells contain
 * the same texts as the CSV files. `line` is the row's number in the list, from 1. A row without an amount
 * and tenant fields counts as a row of the SOA file only.
 */
export function parseMergedList(list: readonly unknown[], options: ParseOptions): ParsedFiles {
  const webClient: FileRow<WebClientData>[] = []
  const soaRows: FileRow<ParsedSoa>[] = []
  const dateOptions = { timeZone: options.timeZone, read: new Map<string, ParsedDate | null>() }
  for (const [index, entry] of list.entries()) {
    const line = index + 1
    const cells = parseCells(entry)
    if (typeof cells === 'string') {
      webClient.push({ line, urefno: '', reason: cells })
      continue
    }
    const hasSoa = hasText(cells, ['invdate', 'attachment'])
    const hasOnlySoa = hasSoa && !hasText(cells, [...TENANT_COLUMNS, 'uothdep'])
    const webClientRow = hasOnlySoa ? null : parseWebClientRow(line, cells)
    if (webClientRow) webClient.push(webClientRow)
    // If the web-client half of the row has an error, the SOA half is not parsed, so that each row is refused
    // once.
    const soaRow = hasSoa && webClientRow?.reason === undefined ? parseSoaRow(line, cells, dateOptions) : null
    if (soaRow) soaRows.push(soaRow)
  }
  const parsedList = mergeWithDates(splitIntoSlices(webClient), soaRows, options)
  return parsedList.examples ? parsedList : { ...parsedList, batches: toListRows(parsedList.batches) }
}

/**
 * Yields the rows of a list; the refused ones come last, in the order of the list. If both halves of a row
 * (web client and SOA) are refused, it is yielded once.
 */
async function* toListRows(batches: AsyncIterable<MergedRow[]>): AsyncGenerator<MergedRow[]> {
  const refusedRows = new Map<number, MergedRow>()
  for await (const batch of batches) {
    const rows = batch.map((row): MergedRow => ({ ...row, source: 'list' }))
    for (const row of rows)
      if (row.reason !== null && !refusedRows.has(row.line)) refusedRows.set(row.line, row)
    yield rows.filter(({ reason }) => reason === null)
  }
  yield* splitIntoSlices([...refusedRows.values()].toSorted((a, b) => a.line - b.line))
}

function parseCells(entry: unknown): Cells | string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return 'This is not a row.'
  const cells: Cells = {}
  for (const column of LIST_COLUMNS) {
    const value: unknown = Object.hasOwn(entry, column)
      ? (entry as Record<string, unknown>)[column]
      : undefined
    if (typeof value === 'string') cells[column] = parseCsvCell(value)
    else if (typeof value === 'number') cells[column] = String(value)
  }
  const length = Object.values(cells).reduce((sum, cell) => sum + cell.length, 0)
  return length > MAX_ROW_LENGTH ? 'This row is longer than 64 kB.' : cells
}

const hasText = (cells: Cells, columns: readonly Column[]): boolean =>
  columns.some((column) => (cells[column]?.trim() ?? '') !== '')
