import { sql, type SelectQueryBuilder } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import type { Comparison } from './comparison-columns.ts'

export const VERDICT_REASONS = {
  older: 'This tenant has a newer statement already.',
  correction: 'This tenant has a statement of the same date with another amount. This one corrects it.',
  notConfirmed: 'Another amount for a date that has a statement already. The correction was not confirmed.',
  tenantChanged: 'The tenant of this code was changed after these files were compared. Compare them again.',
  overtaken: 'Another import was saved after these files were compared. Compare them again.',
} as const

export const UNKNOWN_TENANT = 'No tenant has this reference, and the web-client file does not name it either.'

export interface ComparedRow extends Comparison {
  /** Reason for refusing the row that was known before the comparison, such as an unreadable amount. */
  readonly refusal: string | null
  readonly is_new: boolean | null
  readonly pdf_changes: boolean | null
  readonly dated: boolean
  /** Whether another import has saved a row of the same tenant since the preview. */
  readonly overtaken: boolean
  /** Whether the tenant of the preview has another code since, or another tenant has the row's code. */
  readonly tenant_changed: boolean
  readonly older_than_saved: boolean | null
  /** Whether the preview showed that this row replaces an amount whose date is the same or later. */
  readonly shown: boolean | null
  readonly older_confirmed: boolean
  readonly corrections_confirmed: boolean
}

const HAS_CHANGES = sql<boolean>`coalesce(c.figures_change or c.due_changes or c.fields_change, false)`

const LEFT_OUT_REASON = sql<string | null>`case
  when c.refusal is not null then c.refusal
  when c.is_new then null
  when c.tenant_changed then ${VERDICT_REASONS.tenantChanged}
  when c.tenant_id is null then ${UNKNOWN_TENANT}
  when not ${HAS_CHANGES} then null
  when c.older and not c.older_confirmed or c.older_than_saved then ${VERDICT_REASONS.older}
  when c.older then case when c.shown is not true then ${VERDICT_REASONS.overtaken} end
  when not c.dated and c.overtaken then ${VERDICT_REASONS.overtaken}
  when c.correction is not true then null
  when c.shown is not true then ${VERDICT_REASONS.overtaken}
  when not c.corrections_confirmed then ${VERDICT_REASONS.notConfirmed} end`

const ROW_VERDICT = sql<ImportVerdict>`case
  when c.left_out in (${VERDICT_REASONS.older}, ${VERDICT_REASONS.notConfirmed}) then 'skipped'
  when c.left_out is not null then 'refused'
  when c.is_new then 'new'
  when ${HAS_CHANGES} or c.pdf_changes then 'changed'
  else 'unchanged' end`

/**
 * Decides for each row whether it is saved, unchanged, skipped or refused (its verdict). The preview and the
 * save both use it. Returns a query whose CTE `judged` adds the columns `verdict` and `left_out` (reason of
 * a skipped or refused row).
 */
export const selectRowVerdicts = <D, T extends keyof D, Row extends ComparedRow>(
  db: DbOrTx,
  comparedRows: SelectQueryBuilder<D, T, Row>,
) =>
  db
    // Materialized, because otherwise PostgreSQL would compute the conditions again each time they are used.
    .with(
      (cte) => cte('compared').materialized(),
      () => comparedRows,
    )
    .with('reasoned', (query) =>
      query.selectFrom('compared as c').selectAll('c').select(LEFT_OUT_REASON.as('left_out')),
    )
    .with(
      (cte) => cte('judged').materialized(),
      (query) => query.selectFrom('reasoned as c').selectAll('c').select(ROW_VERDICT.as('verdict')),
    )
