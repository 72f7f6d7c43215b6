import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  PayfileExportInImport,
  ImportRow,
  PdfNames,
  StatementImport,
} from '@tahanan/contract/billing/import-answers.ts'
import type { ImportFilter, PDF_KINDS } from '@tahanan/contract/billing/statement-import.ts'
import type { PageFilter } from '../use-paged-query.ts'
import type { UploadedPdf } from './files/chosen-pdfs.ts'

const IMPORTS_KEY = ['statement-imports'] as const

export function refreshImports(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: IMPORTS_KEY })
}

/** Polls while the import is being saved or undone, because the live event of its end may be lost. */
export const importQuery = (uniqId: string) =>
  createApiQuery<StatementImport>(
    [...IMPORTS_KEY, 'one', uniqId],
    `/statement-imports/${uniqId}`,
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        data?.state === 'saving' || data?.state === 'undoing' ? 2000 : false,
      staleTime: 0,
    },
  )

export const importsQuery = (filter: PageFilter) => ({
  ...createPageQuery<ListOf<StatementImport>>([...IMPORTS_KEY, 'list', filter], '/statement-imports', filter),
  // Rows get their index as id, because the server returns no id, and several imports may have the same name.
  select: ({ data, ...list }: ListOf<StatementImport>) => ({
    ...list,
    data: data.map((row, id) => ({ ...row, id })),
  }),
})

export const importRowsQuery = (uniqId: string, filter: { verdict?: ImportFilter } & ListPageFilter) =>
  createPageQuery<ListOf<ImportRow>>(
    [...IMPORTS_KEY, 'rows', uniqId, filter],
    `/statement-imports/${uniqId}/rows`,
    { ...filter },
  )

export const importExportsQuery = (uniqId: string) => ({
  ...createApiQuery<{ data: PayfileExportInImport[] }>(
    [...IMPORTS_KEY, 'exports', uniqId],
    `/statement-imports/${uniqId}/exports`,
  ),
  select: ({ data }: { data: PayfileExportInImport[] }) => data,
})

export type PdfKind = (typeof PDF_KINDS)[number]

export const pdfNamesQuery = (uniqId: string, kind: PdfKind) => ({
  ...createApiQuery<PdfNames>([...IMPORTS_KEY, 'pdfs', uniqId, kind], `/statement-imports/${uniqId}/pdfs`, {
    kind,
    page: 1,
    limit: 0,
  }),
  select: ({ data }: PdfNames) => data,
})

export const uploadedPdfsQuery = (uniqId: string) => ({
  ...pdfNamesQuery(uniqId, 'uploaded'),
  select: toUploadedPdfs,
})

const toUploadedPdfs = ({ data, sha256 }: PdfNames): UploadedPdf[] =>
  data.map((name, index) => ({ name, sha256: sha256?.[index] }))
