import { sql, type InferResult } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import {
  ACCEPTED_VERDICTS,
  selectComparisonColumns,
  UPLOADED_PDF,
  isPdfChanged,
  CURRENT_STATEMENT,
  STATEMENT_COLUMNS,
  IS_TENANT_OF_ROW,
} from '../comparison-columns.ts'
import { selectRowVerdicts } from '../select-row-verdicts.ts'
import { rowExpression, selectRows, type Chunk } from './run-rows-task.ts'

export const IS_UNSAVED = rowExpression.and([
  rowExpression('r.saved_at', 'is', null),
  rowExpression('r.verdict', 'in', ACCEPTED_VERDICTS),
])

export const selectUnsavedRows = (tx: Tx, chunk: Chunk) => selectRows(tx, chunk).where(IS_UNSAVED)

/** Condition: the tenant that a row had in the preview is not deleted, although the code may have changed. */
export const HAS_PREVIEWED_TENANT = sql<boolean>`exists (select from tenants previewed
  where previewed.id = r.tenant_id and previewed.status <> ${DELETED_STATUS})`

function selectComparedRows(tx: Tx, chunk: Chunk, createdTenantIds: readonly number[]) {
  // Selects the date of the newest row per tenant that other imports have saved since the preview. A row
  // without a date counts as dated at the time when its import was prepared, a row with one at the start of
  // its day: a row of the same day is not older.
  const newestSavedDates = tx
    .selectFrom('statement_imports as i')
    .innerJoin('statement_imports as o', (join) =>
      join.onRef('o.id', '<>', 'i.id').onRef('o.saving_at', '>', 'i.prepared_at'),
    )
    .innerJoin('statement_import_rows as x', 'x.import_id', 'o.id')
    .select([
      'x.tenant_id',
      sql<Date>`max(coalesce(date_trunc('day', x.invdate, ${chunk.timeZone}), o.prepared_at))`.as('newest'),
    ])
    .where('i.id', '=', chunk.id)
    .where('x.saved_at', 'is not', null)
    .where('x.verdict', 'in', ACCEPTED_VERDICTS)
    .where('x.undone_at', 'is', null)
    .groupBy('x.tenant_id')
  const isPdfUsable = sql<boolean>`(f.owner_id is null or f.owner_kind = 'statement' and f.owner_id = t.id)`
  return selectUnsavedRows(tx, chunk)
    .leftJoin('tenants as t', (join) => join.on(IS_TENANT_OF_ROW))
    .leftJoinLateral(CURRENT_STATEMENT, (join) => join.onTrue())
    .leftJoinLateral(UPLOADED_PDF, (join) => join.on(isPdfUsable))
    .leftJoin(newestSavedDates.as('since'), 'since.tenant_id', 't.id')
    .select(['r.row', 'f.file_key', 'f.sha256'])
    .select(selectComparisonColumns(chunk.timeZone))
    .select([
      sql<string | null>`null::text`.as('refusal'),
      sql<boolean | null>`t.id = ${buildAnyOfIds(createdTenantIds)}`.as('is_new'),
      isPdfChanged(sql.ref('present.sha256')).as('pdf_changes'),
      sql<boolean>`r.invdate is not null`.as('dated'),
      sql<boolean>`since.newest is not null`.as('overtaken'),
      sql<boolean>`coalesce(t.id <> r.tenant_id, ${HAS_PREVIEWED_TENANT})`.as('tenant_changed'),
      sql<boolean | null>`r.invdate < since.newest`.as('older_than_saved'),
      sql<boolean | null>`(r.correction or r.older) and r.amount_before = t.soa_amount`.as('shown'),
      // A row that is older than the tenant's present statement is saved only if the user confirmed it.
      sql<boolean>`r.older`.as('older_confirmed'),
      sql<boolean>`${chunk.correctionsConfirmed}::boolean`.as('corrections_confirmed'),
    ])
}

const IS_SAVED = sql<boolean>`c.left_out is null`
const CHANGES_FIGURES = sql<boolean>`(${IS_SAVED} and coalesce(c.is_new or c.figures_change, false))`
const CHANGES_DUE_DATE = sql<boolean>`(${IS_SAVED} and coalesce(c.due_changes, false))`
const CHANGES_STATEMENT = sql<boolean>`(${CHANGES_FIGURES} or ${CHANGES_DUE_DATE} or ${IS_SAVED} and coalesce(c.pdf_changes, false))`

export type VerdictRow = InferResult<ReturnType<typeof selectUnsavedVerdicts>>[number]

const selectUnsavedVerdicts = (tx: Tx, chunk: Chunk, createdTenantIds: readonly number[]) =>
  selectRowVerdicts(tx, selectComparedRows(tx, chunk, createdTenantIds))
    .selectFrom('judged as c')
    .select(['c.row', 'c.tenant_id', 'c.verdict', 'c.left_out as reason', 'c.amount_after'])
    .select([
      sql<number | null>`case when c.is_new then null else c.amount_before end`.as('amount_before'),
      CHANGES_STATEMENT.as('statement'),
      CHANGES_FIGURES.as('figures'),
      CHANGES_DUE_DATE.as('due'),
      sql<boolean>`(${IS_SAVED} and coalesce(c.older, false))`.as('older'),
      sql<string | null>`case when ${CHANGES_STATEMENT} then c.file_key end`.as('file_key'),
      sql<string | null>`case when ${CHANGES_STATEMENT} then encode(c.sha256, 'hex') end`.as('sha'),
    ])
    .orderBy('c.row')

// Values of the columns that an import may change, before the save. An undo restores them.
const TENANT_BEFORE_IMPORT = sql<string>`case when t.id is not null then jsonb_build_object(${sql.join(
  [...TENANT_COLUMNS, ...STATEMENT_COLUMNS].map(
    (column) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)}`,
  ),
)}) end`

/**
 * Decides for each unsaved row of a chunk whether it is saved, unchanged, skipped or refused (its verdict),
 * and marks the rows as saved. The caller has locked tenants and files.
 */
export async function writeVerdicts(
  tx: Tx,
  chunk: Chunk,
  createdTenantIds: readonly number[],
): Promise<VerdictRow[]> {
  const verdictRows = await selectUnsavedVerdicts(tx, chunk, createdTenantIds).execute()
  // Passes the rows as JSON. With a join of two queries, PostgreSQL would expect a single row and use a slow
  // nested loop.
  const records = sql<VerdictRow>`jsonb_to_recordset(${JSON.stringify(verdictRows)}::jsonb)`.as<'c'>(
    sql`c(row integer, tenant_id bigint, verdict text, reason text, amount_before numeric, amount_after numeric,
      statement boolean, file_key text, sha text)`,
  )
  await tx
    .updateTable('statement_import_rows as r')
    .from(records)
    .leftJoin('tenants as t', (join) =>
      join.on(sql<boolean>`t.id = c.tenant_id and c.verdict in ('new', 'changed')`),
    )
    .set(({ ref, fn }) => ({
      tenant_id: ref('c.tenant_id'),
      verdict: ref('c.verdict'),
      reason: fn.coalesce('c.reason', 'r.reason'),
      amount_before: ref('c.amount_before'),
      amount_after: ref('c.amount_after'),
      statement: ref('c.statement'),
      file_key: ref('c.file_key'),
      file_sha: sql<Buffer | null>`decode(c.sha, 'hex')`,
      saved_at: CLOCK,
      before: TENANT_BEFORE_IMPORT,
    }))
    .where('r.import_id', '=', chunk.id)
    .whereRef('r.row', '=', 'c.row')
    .execute()
  return verdictRows
}
