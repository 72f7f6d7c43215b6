import { pdfName } from '@tahanan/contract/billing/statement-import.ts'
import type { TenantColumn } from '@tahanan/contract/billing/statement-import.ts'

/** Where a row came from: one of the two files, or the list of `PUT /tenant-soa-info`. */
export type Source = 'soa' | 'webClient' | 'list'

/** What the web-client file says of a tenant. */
export interface WebClientHalf {
  readonly fields: Partial<Record<TenantColumn, string>>
  /** Pesos as an exact decimal text. */
  readonly amount: string
}

/** What the SOA file says of a tenant. */
export interface SoaHalf {
  readonly invdate: Date
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
  readonly webClient?: WebClientHalf | undefined
  readonly soa?: SoaHalf | undefined
}

interface Found<Half> {
  readonly line: number
  readonly urefno: string
  readonly half: Half | null
}

/** References and client codes are the same without regard to case and spaces at the ends. */
const keyOf = (urefno: string): string => urefno.toLowerCase()

/**
 * Merges the two files by `urefno`. The second row of a reference is refused, naming the first; a tenant of whom one half is
 * refused does not get the other alone, because an amount without its date, or a PDF with an old amount, is no statement.
 */
export function mergeRows(
  webClient: Iterable<FileRow<WebClientHalf>>,
  soa: Iterable<FileRow<SoaHalf>>,
): MergedRow[] {
  const refused: MergedRow[] = []
  const amounts = collect('webClient', webClient, refused)
  const statements = collect('soa', soa, refused)
  refuseSharedAttachments(statements, refused)

  const merged: MergedRow[] = []
  const refuse = (source: Source, { line, urefno }: Found<unknown>, reason: string) =>
    refused.push({ source, line, urefno, reason })
  for (const [key, own] of amounts) {
    const other = statements.get(key)
    if (own.half === null) continue
    if (other?.half === null) refuse('webClient', own, `Line ${other.line} of the SOA file is refused.`)
    else
      merged.push({
        source: 'webClient',
        line: own.line,
        urefno: own.urefno,
        reason: null,
        webClient: own.half,
        soa: other?.half,
      })
  }
  for (const [key, own] of statements) {
    const other = amounts.get(key)
    if (own.half === null || (other && other.half !== null)) continue
    if (other) refuse('soa', own, `Line ${other.line} of the web-client file is refused.`)
    else merged.push({ source: 'soa', line: own.line, urefno: own.urefno, reason: null, soa: own.half })
  }
  return [...merged, ...refused.toSorted(byFileAndLine)]
}

const byFileAndLine = (a: MergedRow, b: MergedRow): number =>
  a.source === b.source ? a.line - b.line : a.source < b.source ? -1 : 1

/** One row a reference, in the order of the file; what is refused goes to `refused`, and stays known by its reference. */
function collect<Half>(
  source: Source,
  rows: Iterable<FileRow<Half>>,
  refused: MergedRow[],
): Map<string, Found<Half>> {
  const found = new Map<string, Found<Half>>()
  for (const row of rows) {
    const { line, urefno } = row
    const key = keyOf(urefno)
    const before = urefno === '' ? undefined : found.get(key)
    const reason = before ? `${urefno} stands on line ${before.line} already.` : (row.reason ?? null)
    if (reason !== null) refused.push({ source, line, urefno, reason })
    if (!before && urefno !== '')
      found.set(key, { line, urefno, half: row.reason === undefined ? row.half : null })
  }
  return found
}

/** A statement's PDF is one tenant's alone (decisions §5): the second row that names it is refused. */
function refuseSharedAttachments(statements: Map<string, Found<SoaHalf>>, refused: MergedRow[]): void {
  const lines = new Map<string, number>()
  for (const [key, { line, urefno, half }] of statements) {
    const name = half ? pdfName(half.attachment) : ''
    if (!half || name === '') continue
    const before = lines.get(name)
    if (before === undefined) {
      lines.set(name, line)
      continue
    }
    const reason = `The attachment ${half.attachment} stands on line ${before} already, and a statement is one tenant's.`
    refused.push({ source: 'soa', line, urefno, reason })
    statements.set(key, { line, urefno, half: null })
  }
}
