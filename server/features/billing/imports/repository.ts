import type { DateOrder, ImportState, ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { planned } from '../../../platform/db/client.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { pageWithTotal } from '../../../platform/db/lists/page-with-total.ts'
import type { Page } from '../../../platform/http/list-query.ts'
import { GOES_IN, VERDICT_WITH_PDF, WITH_PDF } from './compare.ts'

/** Imports as their records keep them, amounts in pesos. */
const imports = (db: DbOrTx) =>
  db
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', 'a.id', 'i.admin_id')
    .select([
      'i.id',
      'i.uniq_id',
      'i.soa_file',
      'i.web_client_file',
      'i.soa_file_name',
      'i.web_client_file_name',
    ])
    .select(['i.content_sha', 'i.total', 'i.saved', 'i.created', 'i.updated', 'i.unchanged', 'i.refused'])
    .select(['i.skipped', 'i.amount_before', 'i.amount_after', 'i.pdfs', 'i.pdf_bytes', 'i.missing_pdfs'])
    .select(['i.extra_pdfs', 'i.problem', 'a.name as admin_name', 'i.created_at', 'i.done_at'])
    .select([sql<ImportState>`i.state`.as('state'), sql<DateOrder | null>`i.date_order`.as('date_order')])
    .orderBy('i.id', 'desc')
export type ImportRow = InferResult<ReturnType<typeof imports>>[number]

/** The newest import of this name. */
export function findImport(db: DbOrTx, uniqId: string): Promise<ImportRow | undefined> {
  return imports(db).where('i.uniq_id', '=', uniqId).limit(1).executeTakeFirst()
}

/** The record of imports, newest first. */
export function listImports(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) {
  return pageWithTotal(db, imports(db), page)
}

/** Counts of an import's PDFs, and of a prepared one the effects of its rows with the PDFs that came. */
export interface ImportCounts {
  files: number
  bytes: number
  missing: number
  extra: number
  warned: number
  /** Other amounts of a date that has a statement already. */
  corrections: number
  created: number
  updated: number
  unchanged: number
}

/** The counts of import `$1` as a query. */
export const COUNTS = `
  with came as (
    select f.name, f.bytes from statement_import_files f join files k on k.key = f.file_key where f.import_id = $1
  ), rows as (
    select r.pdf, r.reason, r.correction, ${VERDICT_WITH_PDF} as verdict, f.file_key as came
    from statement_import_rows r ${WITH_PDF} where r.import_id = $1
  )
  select (select count(*) from came) as files, (select coalesce(sum(bytes), 0)::bigint from came) as bytes,
    count(*) filter (where ${GOES_IN} and pdf is not null and came is null) as missing,
    (select count(*) from came where not exists (
      select from statement_import_rows r where r.import_id = $1 and r.pdf = came.name and r.verdict <> 'refused')) as extra,
    count(*) filter (where ${GOES_IN} and reason is not null) as warned,
    count(*) filter (where ${GOES_IN} and correction) as corrections,
    count(*) filter (where verdict = 'new') as created, count(*) filter (where verdict = 'changed') as updated,
    count(*) filter (where verdict = 'unchanged') as unchanged
  from rows`

export async function countImport(db: DbOrTx, importId: number): Promise<ImportCounts> {
  const [row] = await planned<ImportCounts>(db, COUNTS, [importId])
  if (!row) throw new Error('The counts of an import gave no row.')
  return row
}

export interface StagedRow {
  row: number
  source: 'soa' | 'webClient' | 'list'
  line: number
  urefno: string
  uoccname: string | null
  verdict: ImportVerdict
  reason: string | null
  amount_before: number | null
  amount_after: number | null
  invdate: Date | null
  attachment: string | null
}

export type RowFilter = ImportVerdict | 'warned' | ''

const CONDITIONS: Readonly<Record<'warned' | '' | 'verdict', string>> = {
  '': 'true',
  warned: `${GOES_IN} and reason is not null`,
  verdict: 'verdict = $2',
}

/** An import's rows in their order; those that are refused stand last. */
export async function listRows(
  db: DbOrTx,
  importId: number,
  page: Pick<Page, 'limit' | 'offset'>,
  filter: RowFilter = '',
): Promise<{ rows: StagedRow[]; total: number }> {
  const kind = filter === '' || filter === 'warned' ? filter : 'verdict'
  const values = kind === 'verdict' ? [importId, filter] : [importId]
  const rows = `
    select r.row, r.source, r.line, r.urefno, coalesce(nullif(r.fields ->> 'uoccname', ''), t.uoccname) as uoccname,
      ${VERDICT_WITH_PDF} as verdict, r.reason, r.amount_before, r.amount_after, r.invdate, r.attachment
    from statement_import_rows r ${WITH_PDF} left join tenants t on t.id = r.tenant_id where r.import_id = $1`
  const next = values.length + 1
  const [found, [count]] = await Promise.all([
    planned<StagedRow>(
      db,
      `select * from (${rows}) as rows where ${CONDITIONS[kind]} order by row limit $${next} offset $${next + 1}`,
      [...values, page.limit, page.offset],
    ),
    planned<{ n: number }>(
      db,
      `select count(*) as n from (${rows}) as rows where ${CONDITIONS[kind]}`,
      values,
    ),
  ])
  return { rows: found, total: count?.n ?? 0 }
}

const NAMES: Readonly<Record<'missing' | 'extra' | 'uploaded', string>> = {
  missing: `select r.attachment as name from statement_import_rows r ${WITH_PDF}
    where r.import_id = $1 and r.${GOES_IN} and r.pdf is not null and f.file_key is null order by r.row`,
  extra: `select f.original_name as name from statement_import_files f join files k on k.key = f.file_key
    where f.import_id = $1 and not exists (select from statement_import_rows r
      where r.import_id = $1 and r.pdf = f.name and r.verdict <> 'refused') order by f.name`,
  uploaded: `select f.original_name as name from statement_import_files f join files k on k.key = f.file_key
    where f.import_id = $1 order by f.name`,
}

/** Names of PDFs: those that rows name and that did not come, that came and no row names, and all that came. */
export async function listPdfs(
  db: DbOrTx,
  importId: number,
  kind: 'missing' | 'extra' | 'uploaded',
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<{ names: string[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    planned<{ name: string }>(db, `${NAMES[kind]} limit $2 offset $3`, [importId, page.limit, page.offset]),
    planned<{ n: number }>(db, `select count(*) as n from (${NAMES[kind]}) as names`, [importId]),
  ])
  return { names: rows.map(({ name }) => name), total: count?.n ?? 0 }
}

/** Finds who is saving an import now and how far it is, for whoever has to wait. */
export function findSaver(db: DbOrTx) {
  return db
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', 'a.id', 'i.admin_id')
    .select(['a.name', 'i.saved', 'i.total'])
    .where('i.state', '=', 'saving')
    .orderBy('i.saving_at')
    .limit(1)
    .executeTakeFirst()
}
