import {
  IMPORT_LIMITS,
  SOA_COLUMNS,
  WEB_CLIENT_COLUMNS,
  WEB_CLIENT_REQUIRED,
} from '@tahanan/contract/billing/statement-import.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { findOrder, toInstant } from './dates.ts'
import type { WrittenDate } from './dates.ts'
import { mergeRows } from './merged-rows.ts'
import type { FileRow, MergedRow, SoaHalf, WebClientHalf } from './merged-rows.ts'
import { readCsv } from './read-csv.ts'
import type { Table } from './read-csv.ts'
import { UnreadableFile } from './read-lines.ts'
import type { OpenContent } from './read-lines.ts'
import { readSoaRow, readWebClientRow } from './read-rows.ts'
import type { WrittenSoa } from './read-rows.ts'

/** The rows of both files merged, or dates of which only a person can say where their day stands. */
export type ReadFiles =
  | { readonly rows: MergedRow[]; readonly order: DateOrder | null; readonly examples?: undefined }
  | { readonly examples: readonly string[] }

export interface ReadOptions {
  readonly timeZone: string
  /** What the person said when asked. */
  readonly dateOrder: DateOrder | null
}

/** Which of the files cannot be read at all, as a message at its field. */
export class UnreadableField extends Error {
  readonly field: 'soaFile' | 'webClientFile'

  constructor(field: 'soaFile' | 'webClientFile', message: string) {
    super(message)
    this.field = field
  }
}

/** Reads and merges the SOA file and the web-client file. Throws `UnreadableField`; bad rows are refused one by one. */
export async function readFiles(
  files: { readonly soaFile: OpenContent | null; readonly webClientFile: OpenContent | null },
  { timeZone, dateOrder }: ReadOptions,
): Promise<ReadFiles> {
  const webClient = await atField('webClientFile', () => readWebClient(files.webClientFile))
  const dates = { timeZone, read: new Map<string, WrittenDate | null>() }
  const soa = await atField('soaFile', () => readSoa(files.soaFile, dates))
  return finishRows(webClient, soa, { timeZone, dateOrder })
}

/** Settles the order of day and month, and merges. */
export function finishRows(
  webClient: readonly FileRow<WebClientHalf>[],
  soa: readonly FileRow<WrittenSoa>[],
  { timeZone, dateOrder }: ReadOptions,
): ReadFiles {
  const found = findOrder(datesOf(soa))
  const order = dateOrder ?? found.order
  if (order === undefined) return { examples: found.examples ?? [] }
  const instants = new Map<WrittenDate, ReturnType<typeof toInstant>>()
  const statements = soa.map((row): FileRow<SoaHalf> => {
    if (row.reason !== undefined) return row
    const { line, urefno, half } = row
    let read = instants.get(half.date)
    if (!read) instants.set(half.date, (read = toInstant(half.date, order, timeZone)))
    return read.reason === undefined
      ? { line, urefno, half: { invdate: read.instant, attachment: half.attachment } }
      : { line, urefno, reason: read.reason }
  })
  return { rows: mergeRows(webClient, statements), order }
}

function* datesOf(rows: readonly FileRow<WrittenSoa>[]): Generator<WrittenDate> {
  for (const row of rows) if (row.reason === undefined) yield row.half.date
}

async function readWebClient(open: OpenContent | null): Promise<FileRow<WebClientHalf>[]> {
  if (!open) return []
  const table = await readCsv(open, WEB_CLIENT_COLUMNS, WEB_CLIENT_REQUIRED)
  const has = new Set<string>(table.columns)
  return collect(table, (line, values, reason) => {
    for (const column of WEB_CLIENT_COLUMNS) if (!has.has(column)) delete values[column]
    return readWebClientRow(line, values, reason)
  })
}

async function readSoa(
  open: OpenContent | null,
  dates: Parameters<typeof readSoaRow>[2],
): Promise<FileRow<WrittenSoa>[]> {
  if (!open) return []
  const table = await readCsv(open, SOA_COLUMNS, SOA_COLUMNS)
  return collect(table, (line, values, reason) => readSoaRow(line, values, dates, reason))
}

async function collect<Column extends string, Row>(
  { rows }: Table<Column>,
  read: (line: number, values: Partial<Record<Column, string>>, reason?: string) => Row | null,
): Promise<Row[]> {
  const collected: Row[] = []
  for await (const batch of rows) {
    for (const { line, values, reason } of batch) {
      const row = read(line, values, reason)
      if (row !== null) collected.push(row)
    }
    if (collected.length > IMPORT_LIMITS.rows)
      throw new UnreadableFile(`This file has more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows.`)
  }
  if (collected.length === 0) throw new UnreadableFile('This file has no rows with a reference (urefno).')
  return collected
}

async function atField<Result>(
  field: UnreadableField['field'],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableField(field, error.message) : error
  }
}
