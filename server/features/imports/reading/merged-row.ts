import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import {
  IMPORT_LIMITS,
  normalizePdfName,
  type TenantColumn,
} from '@tahanan/contract/billing/statement-import.ts'

type Source = 'soa' | 'webClient' | 'list'

export interface WebClientData {
  readonly fields: Partial<Record<TenantColumn, string>>
  /** Pesos as an exact decimal text. */
  readonly amount: string
  readonly note?: string | undefined
}

export interface SoaData {
  /** Date of the statement: ISO 8601 in UTC. */
  readonly invdate: string
  /** `YYYY-MM-DD` in the time zone of the community; null if the file has none. */
  readonly dueDate: string | null
  readonly attachment: string
}

export type FileRow<Half> = { readonly line: number; readonly urefno: string } & (
  | { readonly data: Half; readonly reason?: undefined }
  | { readonly reason: string }
)

export interface MergedRow {
  readonly source: Source
  readonly line: number
  readonly urefno: string
  readonly reason: string | null
  readonly isCausedByOtherFile?: boolean
  readonly webClient?: WebClientData | undefined
  readonly soa?: SoaData | undefined
}

interface FoundStatement {
  readonly line: number
  readonly urefno: string
  readonly data: SoaData | null
}

/** Returns the client code in lower case, because codes are compared without regard to case. */
const toAccountKey = (clientCode: string): string => clientCode.toLowerCase()

/**
 * Merges the rows of the SOA file and the web-client file by `urefno` (client code) while the web-client file
 * is parsed. Yields batches of rows, the refused ones last. Refuses the second row of the same account. If
 * the account's row in one file is refused, refuses its row in the other too: an amount without its date, or
 * a PDF with an old amount, is no statement.
 */
export async function* mergeRows(
  webClient: AsyncIterable<FileRow<WebClientData>[]> | Iterable<FileRow<WebClientData>[]>,
  soaRows: Iterable<FileRow<SoaData>>,
): AsyncGenerator<MergedRow[]> {
  const refusedRows = createRefusedRows()
  const statements = collectStatements(soaRows, refusedRows)
  const amountsByAccount = new Map<string, { line: number; refused: boolean }>()

  for await (const batch of webClient) {
    const mergedRows: MergedRow[] = []
    for (const row of batch) {
      const { line, urefno } = row
      const key = toAccountKey(urefno)
      const earlierAmount = amountsByAccount.get(key)
      const statement = statements.get(key)
      const reason =
        (earlierAmount && formatRepeatedError(earlierAmount.line, urefno)) ??
        row.reason ??
        (statement?.data === null ? `Line ${statement.line} of the SOA file is refused.` : undefined)
      if (!earlierAmount && urefno !== '')
        amountsByAccount.set(key, { line, refused: row.reason !== undefined })
      if (reason !== undefined || row.reason !== undefined) {
        const isCausedByOtherFile = !earlierAmount && row.reason === undefined
        refusedRows.add({
          source: 'webClient',
          line,
          urefno,
          reason: reason ?? '',
          isCausedByOtherFile,
        })
        continue
      }
      const soaData = statement?.data ?? undefined
      mergedRows.push({ source: 'webClient', line, urefno, reason: null, webClient: row.data, soa: soaData })
    }
    yield mergedRows
  }

  for (const slice of splitIntoSlices(statements)) {
    const mergedRows: MergedRow[] = []
    for (const [key, { line, urefno, data }] of slice) {
      const amount = amountsByAccount.get(key)
      if (data === null || amount?.refused === false) continue
      const reason = amount ? `Line ${amount.line} of the web-client file is refused.` : null
      const row: MergedRow = { source: 'soa', line, urefno, reason, isCausedByOtherFile: true, soa: data }
      if (reason === null) mergedRows.push(row)
      else refusedRows.add(row)
    }
    yield mergedRows
  }
  yield* splitIntoSlices(refusedRows.rows.toSorted(compareByFileAndLine))
}

/**
 * Creates a list of refused rows. `add` throws `UnreadableFileError` after too many rows with errors of their
 * own.
 */
function createRefusedRows() {
  const rows: MergedRow[] = []
  let ownErrorCount = 0
  const addRow = (row: MergedRow): void => {
    rows.push(row)
    if (row.isCausedByOtherFile || ++ownErrorCount <= IMPORT_LIMITS.refused) return
    const { line, reason } = rows[0] ?? row
    throw createTooManyRefusedError(line, reason ?? '', row.source === 'soa' ? 'soaFile' : 'webClientFile')
  }
  return { rows, add: addRow }
}

export function createTooManyRefusedError(line: number, reason: string, field: string): UnreadableFileError {
  const limit = IMPORT_LIMITS.refused.toLocaleString('en')
  return new UnreadableFileError(`More than ${limit} of its rows are refused. Line ${line}: ${reason}`, field)
}

const SOURCE_LABELS: Readonly<Record<Source, string>> = {
  soa: 'SOA file',
  webClient: 'web-client file',
  list: 'list',
}
const MAX_LISTED_LINES = 4

/**
 * Yields each refused account once (rules 7.7). The reason is the account's own error or, without one, the
 * error in the other file.
 */
export async function* groupByAccount(batches: AsyncIterable<MergedRow[]>): AsyncGenerator<MergedRow[]> {
  const rowsByAccount = new Map<string, [MergedRow, ...MergedRow[]]>()
  for await (const batch of batches) {
    for (const row of batch) {
      if (row.reason === null) continue
      const key = row.urefno === '' ? `${row.source} ${row.line}` : toAccountKey(row.urefno)
      const account = rowsByAccount.get(key)
      if (!account) rowsByAccount.set(key, [row])
      else if (account[0].isCausedByOtherFile) account.unshift(row)
      else account.push(row)
    }
    yield batch.filter(({ reason }) => reason === null)
  }
  yield* splitIntoSlices([...rowsByAccount.values()].map(joinReasons).toSorted(compareByFileAndLine))
}

function joinReasons([first, ...otherRows]: [MergedRow, ...MergedRow[]]): MergedRow {
  const reasons = otherRows
    .slice(0, MAX_LISTED_LINES)
    .map(({ source, line, reason, isCausedByOtherFile }) =>
      isCausedByOtherFile
        ? `Line ${line} of the ${SOURCE_LABELS[source]} is left out with it.`
        : `Line ${line} of the ${SOURCE_LABELS[source]}: ${reason}`,
    )
  const moreLinesNote =
    otherRows.length > MAX_LISTED_LINES ? [`So are ${otherRows.length - MAX_LISTED_LINES} more lines.`] : []
  return { ...first, reason: [first.reason, ...reasons, ...moreLinesNote].join(' ') }
}

const formatRepeatedError = (line: number, clientCode: string): string =>
  `${clientCode} stands on line ${line} already.`

const compareByFileAndLine = (a: MergedRow, b: MergedRow): number =>
  a.source === b.source ? a.line - b.line : a.source < b.source ? -1 : 1

/**
 * Collects the SOA file's rows by account, and adds refused rows to `refused`. A PDF belongs to one tenant
 * (rules 7.11), so a second row with the same PDF is refused.
 */
function collectStatements(
  rows: Iterable<FileRow<SoaData>>,
  refusedRows: ReturnType<typeof createRefusedRows>,
): Map<string, FoundStatement> {
  const statementsByAccount = new Map<string, FoundStatement>()
  const linesByAttachment = new Map<string, number>()
  for (const row of rows) {
    const { line, urefno } = row
    const key = toAccountKey(urefno)
    const earlierStatement = statementsByAccount.get(key)
    const soaData = row.reason === undefined ? row.data : null
    const name = soaData && !earlierStatement ? normalizePdfName(soaData.attachment) : ''
    const lineOfSameAttachment = name === '' ? undefined : linesByAttachment.get(name)
    const reason =
      (earlierStatement && formatRepeatedError(earlierStatement.line, urefno)) ??
      row.reason ??
      (soaData && lineOfSameAttachment !== undefined
        ? `The attachment ${soaData.attachment} stands on line ${lineOfSameAttachment} already, and a statement is one tenant's.`
        : undefined)
    if (reason !== undefined) refusedRows.add({ source: 'soa', line, urefno, reason })
    else if (name !== '') linesByAttachment.set(name, line)
    if (!earlierStatement && urefno !== '')
      statementsByAccount.set(key, { line, urefno, data: reason === undefined ? soaData : null })
  }
  return statementsByAccount
}

const SLICE_SIZE = 1000

export function* splitIntoSlices<Item>(items: Iterable<Item>): Generator<Item[]> {
  let slice: Item[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < SLICE_SIZE) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
