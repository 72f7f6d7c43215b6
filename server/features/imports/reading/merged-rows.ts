import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import { IMPORT_LIMITS, pdfName, type TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { inSlices } from './slices.ts'

/** Where a row came from: one of the two files, or the list of `PUT /tenant-soa-info`. */
type Source = 'soa' | 'webClient' | 'list'

/** A tenant's row of the web-client file. */
export interface WebClientHalf {
  readonly fields: Partial<Record<TenantColumn, string>>
  /** Pesos as an exact decimal text. */
  readonly amount: string
}

/** A tenant's row of the SOA file. */
export interface SoaHalf {
  /** ISO 8601, in UTC. */
  readonly invdate: string
  /** A day of the community; null where the file gives none. */
  readonly dueDate: string | null
  readonly attachment: string
}

/** A row as one file has it: its half, or why it is refused. */
export type FileRow<Half> = { readonly line: number; readonly urefno: string } & (
  | { readonly half: Half; readonly reason?: undefined }
  | { readonly reason: string }
)

/** A row as it is staged: one tenant's, or one that is refused. */
export interface MergedRow {
  readonly source: Source
  readonly line: number
  readonly urefno: string
  /** Why it is refused; null where it is not. */
  readonly reason: string | null
  /** Whether nothing is wrong with it but that the account's row of the other file is refused. */
  readonly follows?: boolean
  readonly webClient?: WebClientHalf | undefined
  readonly soa?: SoaHalf | undefined
}

interface Found {
  readonly line: number
  readonly urefno: string
  /** Null where it is refused. */
  readonly half: SoaHalf | null
}

/** Returns a reference as it is compared with client codes: without regard to case and spaces at the ends. */
const keyOf = (urefno: string): string => urefno.toLowerCase()

/**
 * Merges the two files by `urefno`, the web-client file as it is read: batches of rows, those that are refused last. The
 * second row of a reference is refused, naming the first; a tenant of whom one half is refused does not get the other
 * alone, because an amount without its date, or a PDF with an old amount, is no statement.
 */
export async function* mergeRows(
  webClient: AsyncIterable<FileRow<WebClientHalf>[]> | Iterable<FileRow<WebClientHalf>[]>,
  soa: Iterable<FileRow<SoaHalf>>,
): AsyncGenerator<MergedRow[]> {
  const refused = createRefused()
  const statements = collectStatements(soa, refused)
  const amounts = new Map<string, { line: number; refused: boolean }>()

  for await (const batch of webClient) {
    const merged: MergedRow[] = []
    for (const row of batch) {
      const { line, urefno } = row
      const key = keyOf(urefno)
      const before = amounts.get(key)
      const statement = statements.get(key)
      const reason =
        (before && alreadyOn(before.line, urefno)) ??
        row.reason ??
        (statement?.half === null ? `Line ${statement.line} of the SOA file is refused.` : undefined)
      if (!before && urefno !== '') amounts.set(key, { line, refused: row.reason !== undefined })
      if (reason !== undefined || row.reason !== undefined) {
        const follows = !before && row.reason === undefined
        refused.add({ source: 'webClient', line, urefno, reason: reason ?? '', follows })
        continue
      }
      const soaHalf = statement?.half ?? undefined
      merged.push({ source: 'webClient', line, urefno, reason: null, webClient: row.half, soa: soaHalf })
    }
    yield merged
  }

  for (const slice of inSlices(statements)) {
    const merged: MergedRow[] = []
    for (const [key, { line, urefno, half }] of slice) {
      const amount = amounts.get(key)
      if (half === null || amount?.refused === false) continue
      const reason = amount ? `Line ${amount.line} of the web-client file is refused.` : null
      const row: MergedRow = { source: 'soa', line, urefno, reason, follows: true, soa: half }
      if (reason === null) merged.push(row)
      else refused.add(row)
    }
    yield merged
  }
  yield* inSlices(refused.rows.toSorted(byFileAndLine))
}

/** Creates a list of refused rows. Adding throws `UnreadableFile` where too many are refused for a reason of their own. */
function createRefused() {
  const rows: MergedRow[] = []
  let own = 0
  const add = (row: MergedRow): void => {
    rows.push(row)
    if (row.follows || ++own <= IMPORT_LIMITS.refused) return
    const { line, reason } = rows[0] ?? row
    throw manyRefused(line, reason ?? '', row.source === 'soa' ? 'soaFile' : 'webClientFile')
  }
  return { rows, add }
}

/** Says that too many rows of a file are refused, by the first of them. */
export function manyRefused(line: number, reason: string, field: string): UnreadableFile {
  const most = IMPORT_LIMITS.refused.toLocaleString('en')
  return new UnreadableFile(`More than ${most} of its rows are refused. Line ${line}: ${reason}`, field)
}

const FILES: Readonly<Record<Source, string>> = {
  soa: 'SOA file',
  webClient: 'web-client file',
  list: 'list',
}
/** Lines of one account that its reason tells. */
const TOLD = 4

/** Yields each refused account once (rules 7.7): its real reason first, then what stands on its other lines. */
export async function* byAccount(batches: AsyncIterable<MergedRow[]>): AsyncGenerator<MergedRow[]> {
  const accounts = new Map<string, [MergedRow, ...MergedRow[]]>()
  for await (const batch of batches) {
    for (const row of batch) {
      if (row.reason === null) continue
      const key = row.urefno === '' ? `${row.source} ${row.line}` : keyOf(row.urefno)
      const account = accounts.get(key)
      if (!account) accounts.set(key, [row])
      else if (account[0].follows) account.unshift(row)
      else account.push(row)
    }
    yield batch.filter(({ reason }) => reason === null)
  }
  yield* inSlices([...accounts.values()].map(joinReasons).toSorted(byFileAndLine))
}

function joinReasons([first, ...others]: [MergedRow, ...MergedRow[]]): MergedRow {
  const reasons = others
    .slice(0, TOLD)
    .map(({ source, line, reason, follows }) =>
      follows
        ? `Line ${line} of the ${FILES[source]} is left out with it.`
        : `Line ${line} of the ${FILES[source]}: ${reason}`,
    )
  const more = others.length > TOLD ? [`So are ${others.length - TOLD} more lines.`] : []
  return { ...first, reason: [first.reason, ...reasons, ...more].join(' ') }
}

const alreadyOn = (line: number, urefno: string): string => `${urefno} stands on line ${line} already.`

const byFileAndLine = (a: MergedRow, b: MergedRow): number =>
  a.source === b.source ? a.line - b.line : a.source < b.source ? -1 : 1

/**
 * The SOA file's rows by their reference; what is refused goes to `refused`, and stays known. A statement's PDF is one
 * tenant's alone (rules 7.11), so the second row that names it is refused as well.
 */
function collectStatements(
  rows: Iterable<FileRow<SoaHalf>>,
  refused: ReturnType<typeof createRefused>,
): Map<string, Found> {
  const found = new Map<string, Found>()
  const attachments = new Map<string, number>()
  for (const row of rows) {
    const { line, urefno } = row
    const key = keyOf(urefno)
    const before = found.get(key)
    const half = row.reason === undefined ? row.half : null
    const name = half && !before ? pdfName(half.attachment) : ''
    const shared = name === '' ? undefined : attachments.get(name)
    const reason =
      (before && alreadyOn(before.line, urefno)) ??
      row.reason ??
      (half && shared !== undefined
        ? `The attachment ${half.attachment} stands on line ${shared} already, and a statement is one tenant's.`
        : undefined)
    if (reason !== undefined) refused.add({ source: 'soa', line, urefno, reason })
    else if (name !== '') attachments.set(name, line)
    if (!before && urefno !== '') found.set(key, { line, urefno, half: reason === undefined ? half : null })
  }
  return found
}
