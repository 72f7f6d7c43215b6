import { sql } from 'kysely'
import { findSettingValue } from '#features/settings/website-settings.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import { selectDueDate, IS_OPEN_ENTRY, OPEN_AMOUNT } from './open-amount.ts'

/**
 * Returns the number of days from a statement's date to its due date; null if the setting is empty (rules
 * 20.1).
 */
export async function findGraceDays(db: DbOrTx): Promise<number | null> {
  const days = await findSettingValue(db, 'graceDays')
  return days === '' ? null : Number(days)
}

/**
 * SQL table of the unpaid amounts of ledger `l` with their due dates (rules 20.4). The due date is null for
 * an amount that is in no dated statement yet.
 */
export const DUES = sql<{ due_date: string | null; amount: number }>`(
  select d.due_date, ${OPEN_AMOUNT} as amount from ledger_entries e, ${selectDueDate()} d
  where e.tenant_id = l.tenant_id and ${IS_OPEN_ENTRY})`

/**
 * SQL columns with the due dates and the overdue amount of ledger `l`. Uses `now()`, because with a volatile
 * function PostgreSQL would compute the columns for all rows even if it only counts the rows.
 */
export function selectDueColumns(timeZone: string) {
  const today = sql<string>`(now() at time zone ${timeZone})::date`
  return [
    sql<string | null>`(select min(due_date) from ${DUES} dues)`.as('dueDate'),
    sql<string | null>`(select min(due_date) from ${DUES} dues where due_date >= ${today})`.as('dueNext'),
    sql<number>`(select coalesce(sum(amount), 0) from ${DUES} dues where due_date < ${today})`.as('overdue'),
  ]
}

export async function hasOverdueAmount(db: DbOrTx, tenantId: number, timeZone: string): Promise<boolean> {
  const dueColumns = await db
    .selectFrom('ledgers as l')
    .select(selectDueColumns(timeZone))
    .where('l.tenant_id', '=', tenantId)
    .executeTakeFirst()
  return (dueColumns?.overdue ?? 0) > 0
}

/**
 * Copies the due date of each statement's latest version to the statement's ledger entries. Call it after
 * saving or withdrawing statements: an import may correct a due date, and an undo restores the former one.
 */
export async function alignDueDates(tx: Tx, statementIds: readonly number[]): Promise<void> {
  if (statementIds.length === 0) return
  const statementVersions = tx
    .selectFrom('statements as g')
    .innerJoin('statements as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'g.tenant_id')
        .onRef('s.soa_date', '=', 'g.soa_date')
        .on('s.undone_at', 'is', null),
    )
    .select(({ selectFrom }) => [
      's.id',
      's.tenant_id',
      selectFrom('statements as p')
        .select('p.due_date')
        .whereRef('p.tenant_id', '=', 'g.tenant_id')
        .whereRef('p.soa_date', '=', 'g.soa_date')
        .where('p.undone_at', 'is', null)
        .orderBy('p.id', 'desc')
        .limit(1)
        .as('due_date'),
    ])
    .where('g.id', '=', buildAnyOfIds(statementIds))
  await tx
    .updateTable('ledger_entries as e')
    .from(statementVersions.as('v'))
    .set(({ ref }) => ({ due_date: ref('v.due_date') }))
    .whereRef('e.tenant_id', '=', 'v.tenant_id')
    .whereRef('e.statement_id', '=', 'v.id')
    .whereRef('e.due_date', 'is distinct from', 'v.due_date')
    .execute()
}
