import { UnreadableFileError, type WriteRows } from '#platform/files/parsing/parser.ts'
import {
  IMPORT_LIMITS,
  SOA_COLUMNS,
  REQUIRED_SOA_COLUMNS,
  WEB_CLIENT_COLUMNS,
  REQUIRED_WEB_CLIENT_COLUMNS,
  type DateOrder,
} from '@tahanan/contract/billing/statement-import.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { loadCsv } from './load-csv.ts'
import type { OpenContent } from './load-lines.ts'
import {
  groupByAccount,
  createTooManyRefusedError,
  mergeRows,
  type FileRow,
  type MergedRow,
  type SoaData,
  type WebClientData,
} from './merged-row.ts'
import { findOrderOfDates, toInstant, type ParsedDate } from './parse-date.ts'
import { NO_REFERENCE, parseSoaRow, parseWebClientRow, type ParsedSoa } from './parse-rows.ts'

export type ParsedFiles =
  | {
      readonly batches: AsyncIterable<MergedRow[]>
      readonly order: DateOrder | null
      readonly examples?: undefined
    }
  | { readonly examples: readonly string[] }

export interface ParseOptions {
  readonly timeZone: string
  readonly dateOrder?: DateOrder | undefined
}

/**
 * Parses the SOA file and the web-client file and merges their rows. Refuses invalid rows one by one. Holds
 * only one batch of the larger file in memory. Throws `UnreadableFileError`, also later while the caller
 * iterates over the batches.
 */
export async function loadFiles(
  {
    soaFile,
    webClientFile,
  }: { readonly soaFile: OpenContent | null; readonly webClientFile: OpenContent | null },
  options: ParseOptions,
): Promise<ParsedFiles> {
  const dateOptions = { timeZone: options.timeZone, read: new Map<string, ParsedDate | null>() }
  const parsedSoaRows: FileRow<ParsedSoa>[] = []
  const soaRows = loadRows('soaFile', soaFile, SOA_COLUMNS, REQUIRED_SOA_COLUMNS, (line, cells, reason) =>
    parseSoaRow(line, cells, dateOptions, reason),
  )
  for await (const batch of soaRows) parsedSoaRows.push(...batch)
  const webClient = loadRows(
    'webClientFile',
    webClientFile,
    WEB_CLIENT_COLUMNS,
    REQUIRED_WEB_CLIENT_COLUMNS,
    parseWebClientRow,
  )
  const parsedFiles = mergeWithDates(webClient, parsedSoaRows, options)
  return parsedFiles.examples ? parsedFiles : { ...parsedFiles, batches: groupByAccount(parsedFiles.batches) }
}

export function mergeWithDates(
  webClient: AsyncIterable<FileRow<WebClientData>[]> | Iterable<FileRow<WebClientData>[]>,
  soaRows: readonly FileRow<ParsedSoa>[],
  { timeZone, dateOrder }: ParseOptions,
): ParsedFiles {
  const foundOrder = findOrderOfDates(listDates(soaRows))
  const order = dateOrder ?? foundOrder.order
  if (order === undefined) return { examples: foundOrder.examples ?? [] }
  return { batches: mergeRows(webClient, resolveDates(soaRows, order, timeZone)), order }
}

function* listDates(rows: readonly FileRow<ParsedSoa>[]): Generator<ParsedDate> {
  for (const row of rows) {
    if (row.reason !== undefined) continue
    yield row.data.date
    if (row.data.due) yield row.data.due
  }
}

function* resolveDates(
  rows: readonly FileRow<ParsedSoa>[],
  order: DateOrder | null,
  timeZone: string,
): Generator<FileRow<SoaData>> {
  // Caches converted dates: most rows have the same date, and conversion between time zones is slow.
  const instantsByDate = new Map<ParsedDate, ReturnType<typeof toInstant> & { day?: string }>()
  const findInstant = (date: ParsedDate) => {
    let instant = instantsByDate.get(date)
    if (!instant) {
      instant = toInstant(date, order, timeZone)
      if (instant.instant) instant = { ...instant, day: formatDay(instant.instant, timeZone) }
      instantsByDate.set(date, instant)
    }
    return instant
  }
  for (const row of rows) {
    if (row.reason !== undefined) {
      yield row
      continue
    }
    const { line, urefno, data } = row
    const date = findInstant(data.date)
    const dueInstant = data.due && findInstant(data.due)
    if (!date.instant || dueInstant?.reason !== undefined)
      yield { line, urefno, reason: date.reason ?? dueInstant?.reason ?? '' }
    else if (dueInstant?.day && date.day && dueInstant.day < date.day)
      yield {
        line,
        urefno,
        reason: `The due date ${dueInstant.day} is before the statement's date, ${date.day}.`,
      }
    else
      yield {
        line,
        urefno,
        data: {
          invdate: date.instant.toISOString(),
          dueDate: dueInstant?.day ?? null,
          attachment: data.attachment,
        },
      }
  }
}

async function* loadRows<Column extends string, Half>(
  field: string,
  openContent: OpenContent | null,
  columns: readonly Column[],
  requiredColumns: readonly Column[],
  parseRow: (line: number, values: Partial<Record<Column, string>>, reason?: string) => FileRow<Half> | null,
): AsyncGenerator<FileRow<Half>[]> {
  if (!openContent) return
  let count = 0
  let refusedCount = 0
  let firstRefusedRow: { line: number; reason: string } | undefined
  let isNamed = false
  try {
    for await (const batch of (await loadCsv(openContent, columns, requiredColumns)).rows) {
      const rows = batch.flatMap(({ line, values, reason }) => parseRow(line, values, reason) ?? [])
      count += rows.length
      isNamed ||= rows.some((row) => !row.reason?.startsWith(NO_REFERENCE))
      if (count > IMPORT_LIMITS.rows)
        throw new UnreadableFileError(
          `This file has more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows.`,
        )
      for (const { line, reason } of rows) {
        if (reason === undefined) continue
        firstRefusedRow ??= { line, reason }
        refusedCount += 1
        if (refusedCount > IMPORT_LIMITS.refused)
          throw createTooManyRefusedError(firstRefusedRow.line, firstRefusedRow.reason, field)
      }
      yield rows
    }
    if (!isNamed) throw new UnreadableFileError('This file has no rows with a reference (urefno).')
  } catch (error) {
    throw error instanceof UnreadableFileError ? new UnreadableFileError(error.message, field) : error
  }
}

export type ParsedImport =
  | { readonly order: DateOrder | null; readonly examples?: undefined }
  | { readonly examples: readonly string[] }

export async function writeRows(
  parsedFiles: ParsedFiles,
  write: WriteRows<MergedRow>,
): Promise<ParsedImport> {
  if (parsedFiles.examples) return { examples: parsedFiles.examples }
  for await (const batch of parsedFiles.batches) await write(batch)
  return { order: parsedFiles.order }
}
