import type { ImportState, ImportVerdict, PDF_KINDS } from '@tahanan/contract/billing/statement-import.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import type { RecordPageOf } from '../../../lib/api/records.ts'

/** An import of statements as the server knows it: compared, being saved, or recorded. Pesos and ISO 8601 instants. */
export interface StatementImport {
  uniqId: string
  /** `prepared` has written nothing yet. */
  state: ImportState
  soaFileName: string
  webClientFileName: string
  /** Rows that are to be saved, without the refused and the skipped. */
  total: number
  saved: number
  created: number
  updated: number
  unchanged: number
  refused: number
  /** Rows that are older than what is stored, or were not confirmed. */
  skipped: number
  /** Other amounts for dates that have a statement already, in a prepared import. */
  corrections: number
  /** Rows that go in but should be looked at. */
  warned: number
  amountBefore: number
  amountAfter: number
  files: { uploaded: number; bytes: number }
  /** Rows whose PDF is not there yet, and PDFs that no row names. */
  missingPdfs: number
  extraPdfs: number
  admin: { name: string }
  created_at: string
  done_at: string | null
  /** Why it stopped, where it did. */
  problem: string | null
}

/** An ambiguity that the server asks about once. */
export interface ImportQuestion {
  state: 'question'
  question: 'dateOrder'
  /** Dates of the files as they stand there. */
  examples: readonly string[]
}

/** A row of the two files, merged by `urefno`. */
export interface ImportRow {
  row: number
  file: string
  line: number
  urefno: string
  uoccname: string | null
  verdict: ImportVerdict
  /** Why it is refused, or what to look at. */
  reason: string | null
  amountBefore: number | null
  amountAfter: number | null
  invdate: string | null
  attachment: string | null
}

/** Result for one PDF of a call. */
export interface PdfResult {
  name: string
  ok: boolean
  message?: string
}

const IMPORTS_KEY = ['statement-imports'] as const

/** Invalidates all queries of the imports' page. */
export function refreshImports(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: IMPORTS_KEY })
}

/** Query of one import. It polls while the import is saved, because a live event may be missed. */
export function importQuery(uniqId: string) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'one', uniqId] as const,
    queryFn: ({ signal }) => api.get<StatementImport>(`/statement-imports/${uniqId}`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'saving' ? 2000 : false),
    staleTime: 0,
  })
}

/** The record of imports, newest first. */
export function importsQuery(page: number, limit: number) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'list', page, limit] as const,
    queryFn: ({ signal }) =>
      api.get<RecordPageOf<StatementImport>>('/statement-imports', { page, limit }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Rows by verdict; `warned` are those that are saved but should be looked at. */
export type RowKind = ImportVerdict | 'warned'

/** A page of an import's rows; without a verdict all of them. */
export function rowsQuery(uniqId: string, verdict: RowKind | undefined, page: number, limit: number) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'rows', uniqId, verdict, page, limit] as const,
    queryFn: ({ signal }) =>
      api.get<RecordPageOf<ImportRow>>(`/statement-imports/${uniqId}/rows`, { verdict, page, limit }, signal),
    placeholderData: keepPreviousData,
  })
}

export type PdfKind = (typeof PDF_KINDS)[number]

/** Names of PDFs: those that rows name and that are not there, that are there and no row names, and all that are there. */
export async function pdfNames(uniqId: string, kind: PdfKind): Promise<readonly string[]> {
  const query = { kind, page: 1, limit: 0 }
  return (await api.get<RecordPageOf<string>>(`/statement-imports/${uniqId}/pdfs`, query)).data
}

export function pdfNamesQuery(uniqId: string, kind: PdfKind) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'pdfs', uniqId, kind] as const,
    queryFn: () => pdfNames(uniqId, kind),
  })
}
