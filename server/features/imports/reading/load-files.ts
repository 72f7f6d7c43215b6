import { UnreadableFile, type WriteRows } from '#platform/files/parsing/parser.ts'
import {
  IMPORT_LIMITS,
  SOA_COLUMNS,
  SOA_REQUIRED,
  WEB_CLIENT_COLUMNS,
  WEB_CLIENT_REQUIRED,
  type DateOrder,
} from '@tahanan/contract/billing/statement-import.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { loadCsv } from './load-csv.ts'
import type { OpenContent } from './load-lines.ts'
import {
  groupByAccount,
  createManyRefusedError,
  mergeRows,
  type FileRow,
  type MergedRow,
  type SoaHalf,
  type WebClientHalf,
} from './merged-row.ts'
import { findOrder, toInstant, type WrittenDate } from './parse-date.ts'
import { NO_REFERENCE, parseSoaRow, parseWebClientRow, type WrittenSoa } from './parse-rows.ts'

/**
 * Result of parsing: the rows of both files, merged while they are parsed, or ambiguous dates to show to the
 * user.
 */
export type ReadFiles =
  | {
      readonly batches: AsyncIterable<MergedRow[]>
      readonly order: DateOrder | null
      readonly examples?: undefined
    }
  | { readonly examples: readonly string[] }

export interface ReadOptions {
  readonly timeZone: string
  readonly dateOrder?: DateOrder | undefined
}

/**
 * Parses the SOA file and the web-client file and merges their rows. Refuses invalid rows one by one. Holds
 * only one batch of the larger file in memory. Throws `UnreadableFile`, also later while the batches are
 * iterated.
 */
export async function loadFiles(
  {
    soaFile,
    webClientFile,
  }: { readonly soaFile: OpenContent | null; readonly webClientFile: OpenContent | null },
  options: ReadOptions,
): Promise<ReadFiles> {
  const dates = { timeZone: options.timeZone, read: new Map<string, WrittenDate | null>() }
  const soa: FileRow<WrittenSoa>[] = []
  const soaRows = loadRows('soaFile', soaFile, SOA_COLUMNS, SOA_REQUIRED, (line, cells, reason) =>
    parseSoaRow(line, cells, dates, reason),
  )
  for await (const batch of soaRows) soa.push(...batch)
  const webClient = loadRows(
    'webClientFile',
    webClientFile,
    WEB_CLIENT_COLUMNS,
    WEB_CLIENT_REQUIRED,
    parseWebClientRow,
  )
  const read = mergeWithDates(webClient, soa, options)
  return read.examples ? read : { ...read, batches: groupByAccount(read.batches) }
}

export function mergeWithDates(
  webClient: AsyncIterable<FileRow<WebClientHalf>[]> | Iterable<FileRow<WebClientHalf>[]>,
  soa: readonly FileRow<WrittenSoa>[],
  { timeZone, dateOrder }: ReadOptions,
): ReadFiles {
  const found = findOrder(listDates(soa))
  const order = dateOrder ?? found.order
  if (order === undefined) return { examples: found.examples ?? [] }
  return { batches: mergeRows(webClient, resolveDates(soa, order, timeZone)), order }
}

function* listDates(rows: readonly FileRow<WrittenSoa>[]): Generator<WrittenDate> {
  for (const row of rows) {
    if (row.reason !== undefined) continue
    yield row.half.date
    if (row.half.due) yield row.half.due
  }
}

function* resolveDates(
  rows: readonly FileRow<WrittenSoa>[],
  order: DateOrder | null,
  timeZone: string,
): Generator<FileRow<SoaHalf>> {
  // Parsed dates are cached, because most rows have the same date and time zone conversion is slow.
  const known = new Map<WrittenDate, ReturnType<typeof toInstant> & { day?: string }>()
  const find = (date: WrittenDate) => {
    let found = known.get(date)
    if (!found) {
      found = toInstant(date, order, timeZone)
      if (found.instant) found = { ...found, day: formatDay(found.instant, timeZone) }
      known.set(date, found)
    }
    return found
  }
  for (const row of rows) {
    if (row.reason !== undefined) {
      yield row
      continue
    }
    const { line, urefno, half } = row
    const date = find(half.date)
    const due = half.due && find(half.due)
    if (!date.instant || due?.reason !== undefined)
      yield { line, urefno, reason: date.reason ?? due?.reason ?? '' }
    else if (due?.day && date.day && due.day < date.day)
      yield { line, urefno, reason: `The due date ${due.day} is before the statement's date, ${date.day}.` }
    else
      yield {
        line,
        urefno,
        half: { invdate: date.instant.toISOString(), dueDate: due?.day ?? null, attachment: half.attachment },
      }
  }
}

async function* loadRows<Column extends string, Half>(
  field: string,
  open: OpenContent | null,
  columns: readonly Column[],
  required: readonly Column[],
  read: (line: number, values: Partial<Record<Column, string>>, reason?: string) => FileRow<Half> | null,
): AsyncGenerator<FileRow<Half>[]> {
  if (!open) return
  let count = 0
  let refused = 0
  let firstRefused: { line: number; reason: string } | undefined
  let isNamed = false
  try {
    for await (const batch of (await loadCsv(open, columns, required)).rows) {
      const rows = batch.flatMap(({ line, values, reason }) => read(line, values, reason) ?? [])
      count += rows.length
      isNamed ||= rows.some((row) => !row.reason?.startsWith(NO_REFERENCE))
      if (count > IMPORT_LIMITS.rows)
        throw new UnreadableFile(`This file has more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows.`)
      for (const { line, reason } of rows) {
        if (reason === undefined) continue
        firstRefused ??= { line, reason }
        refused += 1
        if (refused > IMPORT_LIMITS.refused)
          throw createManyRefusedError(firstRefused.line, firstRefused.reason, field)
      }
      yield rows
    }
    if (!isNamed) throw new UnreadableFile('This file has no rows with a reference (urefno).')
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(error.message, field) : error
  }
}

export type ParsedImport =
  | { readonly order: DateOrder | null; readonly examples?: undefined }
  | { readonly examples: readonly string[] }

export async function writeRows(read: ReadFiles, write: WriteRows<MergedRow>): Promise<ParsedImport> {
  if (read.examples) return { examples: read.examples }
  for await (const batch of read.batches) await write(batch)
  return { order: read.order }
}
