import {
  IMPORT_LIMITS,
  SOA_COLUMNS,
  WEB_CLIENT_COLUMNS,
  WEB_CLIENT_REQUIRED,
} from '@tahanan/contract/billing/statement-import.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { findOrder, toInstant } from './dates.ts'
import type { WrittenDate } from './dates.ts'
import { byAccount, mergeRows } from './merged-rows.ts'
import type { FileRow, MergedRow, SoaHalf, WebClientHalf } from './merged-rows.ts'
import { readCsv } from './read-csv.ts'
import { UnreadableFile } from './read-lines.ts'
import type { OpenContent } from './read-lines.ts'
import { readSoaRow, readWebClientRow } from './read-rows.ts'
import type { WrittenSoa } from './read-rows.ts'

/** The rows of both files, merged while they are read, or dates of which only a person can say where their day stands. */
export type ReadFiles =
  | {
      readonly batches: AsyncIterable<MergedRow[]>
      readonly order: DateOrder | null
      readonly examples?: undefined
    }
  | { readonly examples: readonly string[] }

export interface ReadOptions {
  readonly timeZone: string
  /** The order that the person chose when asked. */
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

/**
 * Reads and merges the SOA file and the web-client file; bad rows are refused one by one. Throws `UnreadableField`, also
 * while the batches are read: of the larger file no more than a batch is in memory.
 */
export async function readFiles(
  files: { readonly soaFile: OpenContent | null; readonly webClientFile: OpenContent | null },
  options: ReadOptions,
): Promise<ReadFiles> {
  const dates = { timeZone: options.timeZone, read: new Map<string, WrittenDate | null>() }
  const soa: FileRow<WrittenSoa>[] = []
  for await (const batch of readSoa(files.soaFile, dates)) soa.push(...batch)
  const read = mergeWithDates(readWebClient(files.webClientFile), soa, options)
  return read.examples ? read : { ...read, batches: byAccount(read.batches) }
}

/** Settles the order of day and month, and merges. */
export function mergeWithDates(
  webClient: AsyncIterable<FileRow<WebClientHalf>[]>,
  soa: readonly FileRow<WrittenSoa>[],
  { timeZone, dateOrder }: ReadOptions,
): ReadFiles {
  const found = findOrder(datesOf(soa))
  const order = dateOrder ?? found.order
  if (order === undefined) return { examples: found.examples ?? [] }
  return { batches: mergeRows(webClient, withInstants(soa, order, timeZone)), order }
}

function* datesOf(rows: readonly FileRow<WrittenSoa>[]): Generator<WrittenDate> {
  for (const row of rows) if (row.reason === undefined) yield row.half.date
}

function* withInstants(
  rows: readonly FileRow<WrittenSoa>[],
  order: DateOrder | null,
  timeZone: string,
): Generator<FileRow<SoaHalf>> {
  // Most rows have the same date, and finding an instant takes long.
  const instants = new Map<WrittenDate, ReturnType<typeof toInstant>>()
  for (const row of rows) {
    if (row.reason !== undefined) {
      yield row
      continue
    }
    const { line, urefno, half } = row
    let read = instants.get(half.date)
    if (!read) instants.set(half.date, (read = toInstant(half.date, order, timeZone)))
    yield read.reason === undefined
      ? { line, urefno, half: { invdate: read.instant, attachment: half.attachment } }
      : { line, urefno, reason: read.reason }
  }
}

function readWebClient(open: OpenContent | null): AsyncGenerator<FileRow<WebClientHalf>[]> {
  return readRows('webClientFile', open, WEB_CLIENT_COLUMNS, WEB_CLIENT_REQUIRED, readWebClientRow)
}

function readSoa(
  open: OpenContent | null,
  dates: Parameters<typeof readSoaRow>[2],
): AsyncGenerator<FileRow<WrittenSoa>[]> {
  return readRows('soaFile', open, SOA_COLUMNS, SOA_COLUMNS, (line, values, reason) =>
    readSoaRow(line, values, dates, reason),
  )
}

/** A file's rows in batches; none where there is no file. Throws `UnreadableField` as soon as it is clear. */
async function* readRows<Column extends string, Row>(
  field: UnreadableField['field'],
  open: OpenContent | null,
  columns: readonly Column[],
  required: readonly Column[],
  read: (line: number, values: Partial<Record<Column, string>>, reason?: string) => Row | null,
): AsyncGenerator<Row[]> {
  if (!open) return
  let count = 0
  try {
    for await (const batch of (await readCsv(open, columns, required)).rows) {
      const rows = batch.flatMap(({ line, values, reason }) => read(line, values, reason) ?? [])
      count += rows.length
      if (count > IMPORT_LIMITS.rows)
        throw new UnreadableFile(`This file has more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows.`)
      yield rows
    }
    if (count === 0) throw new UnreadableFile('This file has no rows with a reference (urefno).')
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableField(field, error.message) : error
  }
}
