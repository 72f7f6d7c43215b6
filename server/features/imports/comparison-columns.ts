import { expressionBuilder, sql, type Expression, type InferResult } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import {
  TENANT_COLUMNS,
  type ImportVerdict,
  type TenantColumn,
} from '@tahanan/contract/billing/statement-import.ts'

const query = expressionBuilder<DB>()

export const ACCEPTED_VERDICTS = ['new', 'changed', 'unchanged'] as const satisfies ImportVerdict[]

export const CHANGING_VERDICTS = ['new', 'changed'] as const satisfies ImportVerdict[]

export const selectRowText = (column: TenantColumn) => sql<string | null>`r.fields ->> ${sql.lit(column)}`

/**
 * SQL for the value of a tenant's column after the import. A column missing in the file and an empty name
 * leave the value unchanged (rules 7.6).
 */
export function selectColumnAfter(column: TenantColumn, currentValue = sql.ref<string>(`t.${column}`)) {
  const text = selectRowText(column)
  return sql<string>`coalesce(${column === 'uoccname' ? sql`nullif(${text}, '')` : text}, ${currentValue})`
}

export const IS_TENANT_OF_ROW = sql<boolean>`lower(t.client_code) = lower(r.urefno) and t.status <> ${DELETED_STATUS}`

export const STATEMENT_COLUMNS = ['soa_amount', 'soa_date', 'soa_name', 'title'] as const

const HAS_CHANGED_FIELDS = sql.join(
  TENANT_COLUMNS.map((column) => sql`${selectColumnAfter(column)} <> ${sql.ref(`t.${column}`)}`),
  sql` or `,
)

/**
 * SQL for the date of a row. On the day of the tenant's statement it is that statement's time, because a time
 * of day makes no other date (rules 7.10).
 */
export const selectRowDate = (timeZone: string) => sql<Date | null>`case
  when (r.invdate at time zone ${timeZone})::date = (t.soa_date at time zone ${timeZone})::date then t.soa_date
  else r.invdate end`

export const hasChangedFigures = (timeZone: string) => sql<
  boolean | null
>`(coalesce(r.amount, t.soa_amount) <> t.soa_amount
  or coalesce(${selectRowDate(timeZone)}, t.soa_date) is distinct from t.soa_date)`

const hasChangedDueDate = (timeZone: string) => sql<
  boolean | null
>`(${selectRowDate(timeZone)} = t.soa_date and r.due_date is not null
  and r.due_date is distinct from present.due_date)`

export const CURRENT_STATEMENT = query
  .selectFrom('statements as s')
  .select(['s.sha256', 's.attachment', 's.soa_date', 's.due_date'])
  .where('s.tenant_id', '=', sql.ref<number>('t.id'))
  .where('s.undone_at', 'is', null)
  .orderBy('s.id', 'desc')
  .limit(1)
  .as('present')

/**
 * SQL columns that compare the rows `r` of an import with their tenants `t` and the tenants' present
 * statements (`CURRENT_STATEMENT`). All are null if a row has no tenant.
 */
export const selectComparisonColumns = (timeZone: string) =>
  [
    sql<number | null>`t.id`.as('tenant_id'),
    sql<number | null>`t.soa_amount`.as('amount_before'),
    sql<number | null>`coalesce(r.amount, t.soa_amount)`.as('amount_after'),
    sql<boolean | null>`(${HAS_CHANGED_FIELDS})`.as('fields_change'),
    hasChangedFigures(timeZone).as('figures_change'),
    hasChangedDueDate(timeZone).as('due_changes'),
    sql<Buffer | null>`present.sha256`.as('sha_before'),
    sql<boolean | null>`${selectRowDate(timeZone)} < t.soa_date`.as('older'),
    sql<boolean | null>`(${selectRowDate(timeZone)} = t.soa_date and r.amount <> t.soa_amount)`.as(
      'correction',
    ),
  ] as const

export type Comparison = InferResult<typeof comparisonQuery>[number]
const comparisonQuery = query
  .selectFrom(['tenants as t', 'statement_import_rows as r'])
  .select(selectComparisonColumns(''))

/**
 * Selects the uploaded PDF `f` of a row `r`, for a lateral join. Returns no row if the cleaning job has
 * deleted the file.
 */
export const UPLOADED_PDF = query
  .selectFrom('statement_import_files as f')
  .innerJoin('files as k', 'k.key', 'f.file_key')
  .select(['f.file_key', 'f.sha256', 'f.bytes', 'k.owner_kind', 'k.owner_id'])
  .where('f.import_id', '=', sql.ref<number>('r.import_id'))
  .where('f.name', '=', sql.ref<string>('r.pdf'))
  .as('f')

export function isPdfChanged(hashBefore: Expression<Buffer | null>) {
  return sql<boolean>`(f.sha256 is not null and f.sha256 is distinct from ${hashBefore})`
}

export const selectRowsWithPdf = (db: DbOrTx, importId: number) =>
  db
    .selectFrom('statement_import_rows as r')
    .leftJoinLateral(UPLOADED_PDF, (join) => join.onTrue())
    .where('r.import_id', '=', importId)

/**
 * Selects the PDFs uploaded for an import. Joins `files`, so that PDFs that the cleaning job has deleted are
 * not listed.
 */
export const selectUploadedPdfs = (db: DbOrTx, importId: number) =>
  db
    .selectFrom('statement_import_files as f')
    .innerJoin('files as k', 'k.key', 'f.file_key')
    .where('f.import_id', '=', importId)

export const IS_UNNAMED_PDF = query.not(
  query.exists(
    query
      .selectFrom('statement_import_rows as named')
      .select('named.row')
      .where('named.import_id', '=', sql.ref<number>('f.import_id'))
      .where('named.pdf', '=', sql.ref<string>('f.name'))
      .where('named.verdict', '<>', 'refused'),
  ),
)

/**
 * SQL for the result of comparing a row with its tenant. PDFs are uploaded after the comparison. A different
 * PDF turns a row that was unchanged into a changed one.
 */
export const VERDICT_WITH_PDF = sql<ImportVerdict>`case when r.verdict = 'unchanged'
  and ${isPdfChanged(sql.ref<Buffer | null>('r.sha_before'))} then 'changed' else r.verdict end`

/**
 * Condition: the row was skipped because its new code is doubtful, and the user may create its tenant (rules
 * 7.34). Excludes codes with invisible characters, because nobody could type them. Also excludes rows of an
 * existing tenant whose row in the other file is skipped.
 */
export const IS_CREATABLE = sql<boolean>`(doubtful and tenant_id is null
  and urefno !~ '[\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]')`
