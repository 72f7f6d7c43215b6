import { sql, type InferResult } from 'kysely'
import { isCovered, isCoveredByRule } from '#features/ledger/ledger-entries.ts'
import { selectMoneyDay } from '#features/payments/select-money-day.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import type { LedgerKind } from '@tahanan/contract/billing/ledger.ts'
import { hasChangedFigures, ACCEPTED_VERDICTS } from '../comparison-columns.ts'

/** Kinds of ledger entries that are payments received (rules 16.5). */
export const RECEIVED_KINDS: readonly LedgerKind[] = ['payment', 'withholding', 'reversal']

export const selectPreviewRows = (db: DbOrTx, importId: number, timeZone: string) =>
  db
    .selectFrom('statement_import_rows as r')
    .innerJoin('statement_imports as i', 'i.id', 'r.import_id')
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .select([
      'r.row',
      'r.import_id',
      'r.tenant_id',
      't.client_code',
      hasChangedFigures(timeZone).as('figures'),
    ])
    .select(sql<string>`(coalesce(r.invdate, i.prepared_at) at time zone ${timeZone})::date`.as('cut_off'))
    .select(['i.prepared_at', 'r.reason'])
    .where('r.import_id', '=', importId)
    .where('i.state', '=', 'prepared')
    .where('r.verdict', 'in', ACCEPTED_VERDICTS)

export const IS_UNCOVERED = sql<boolean>`(e.covered_by is null and e.kind not in ('opening', 'statement'))`

/**
 * Selects whether the office must check an entry `e` (rules 7.33): money that was received up to the
 * statement's date and exported before the files were read. By the rule, the statement's amount does not
 * include it, but the accounting system may have included it.
 */
const selectMustBeChecked = (
  timeZone: string,
) => sql<boolean>`(g.figures and m.entry_id is null and e.kind in ('payment', 'reversal')
  and (exists (select from payfile_rows x join payfile_batches b on b.number = x.batch
      where x.entry_id = e.id and b.created_at <= g.prepared_at)
    or exists (select from payfile_copy_rows x join payfile_copies c on c.id = x.copy_id
      where x.entry_id = e.id and c.created_at <= g.prepared_at))
  and case e.kind when 'reversal' then e.date
    else (select ${selectMoneyDay(timeZone)} from payments p where p.id = e.payment_id) end <= g.cut_off
  and not ${isCoveredByRule(timeZone)})`

/**
 * Selects the ledger entries `e` that no statement covers (includes in its amount) yet, for the tenants of an
 * import's rows `g`. Also selects whether the row's statement would cover them (rules 16.4). A row that
 * changes neither amount nor date covers none.
 */
export function selectPreviewEntries(db: DbOrTx, importId: number, timeZone: string) {
  return (
    db
      .selectFrom(selectPreviewRows(db, importId, timeZone).as('g'))
      .innerJoin('ledger_entries as e', 'e.tenant_id', 'g.tenant_id')
      .leftJoin('statement_import_moves as m', (join) =>
        join.onRef('m.entry_id', '=', 'e.id').onRef('m.import_id', '=', 'g.import_id'),
      )
      .select(['g.row', 'e.id', 'e.date', sql<LedgerKind>`e.kind`.as('kind'), 'e.label', 'e.reference'])
      .select(['e.amount', sql<boolean>`m.entry_id is not null`.as('moved')])
      // Withheld tax cannot be moved into a statement alone: it moves with its payment.
      .select(sql<boolean>`g.figures and e.kind <> 'withholding'`.as('canMove'))
      .select(sql<boolean>`g.figures and ${isCovered(timeZone)}`.as('inStatement'))
      .select(sql<number | null>`(select batch from payfile_rows where entry_id = e.id)`.as('batch'))
      .select(selectMustBeChecked(timeZone).as('asked'))
      .where(IS_UNCOVERED)
  )
}

export type PreviewEntry = InferResult<ReturnType<typeof selectPreviewEntries>>[number]

export async function listPreviewEntries(
  db: DbOrTx,
  importId: number,
  timeZone: string,
  rows: readonly { readonly row: number }[],
): Promise<Map<number, PreviewEntry[]>> {
  const entries = await selectPreviewEntries(db, importId, timeZone)
    .where('g.row', '=', buildAnyOfIds(rows.map(({ row }) => row)))
    .orderBy('e.n')
    .execute()
  return Map.groupBy(entries, ({ row }) => row)
}

export function sumReceived(db: DbOrTx, importId: number, timeZone: string) {
  const entries = selectPreviewEntries(db, importId, timeZone).where('e.kind', 'in', RECEIVED_KINDS)
  return db
    .selectFrom(entries.as('e'))
    .select(sql<number>`coalesce(-sum(amount) filter (where "inStatement"), 0)`.as('inStatement'))
    .select(sql<number>`coalesce(-sum(amount) filter (where not "inStatement"), 0)`.as('receivedSince'))
    .executeTakeFirstOrThrow()
}
