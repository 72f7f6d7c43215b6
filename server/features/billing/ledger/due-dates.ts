import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { readSettings } from '../../settings/website-settings.ts'

/** Reads the days of grace that give statements a due date; null where there are none (rules 20.1). */
export async function readGraceDays(db: DbOrTx): Promise<number | null> {
  const [setting] = await readSettings(db, ['graceDays'])
  return setting?.value ? Number(setting.value) : null
}

// Entries `e` of a ledger `l` that are open and have a due date; `OPEN` is the part of their amount that is left (rules 16.10).
const OPEN = sql<number>`least(e.raises, e.raised - l.raised + l.balance)`
const DUE_ENTRIES = sql`ledger_entries e where e.tenant_id = l.tenant_id and e.raises > 0 and l.balance > 0
  and e.raised > l.raised - l.balance and e.due_date is not null`

/** Columns of a ledger `l`: the first due date of what is left to pay, and how much of it was due before today (rules 20.4). */
export const duesOf = (timeZone: string) => [
  sql<string | null>`(select min(e.due_date) from ${DUE_ENTRIES})`.as('dueDate'),
  sql<number>`(select coalesce(sum(${OPEN}), 0) from ${DUE_ENTRIES} and e.due_date < (clock_timestamp() at time zone ${timeZone})::date)`.as(
    'overdue',
  ),
]

/**
 * Gives the entries of a statement the due date of its latest version: a later import may correct it, an undo brings the former one
 * back. The statements of these ids were saved or withdrawn.
 */
export async function alignDueDates(tx: Tx, statementIds: readonly number[]): Promise<void> {
  if (statementIds.length === 0) return
  const versions = tx
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
    .where('g.id', '=', sql<number>`any(${statementIds}::bigint[])`)
  await tx
    .updateTable('ledger_entries as e')
    .from(versions.as('v'))
    .set(({ ref }) => ({ due_date: ref('v.due_date') }))
    .whereRef('e.tenant_id', '=', 'v.tenant_id')
    .whereRef('e.statement_id', '=', 'v.id')
    .whereRef('e.due_date', 'is distinct from', 'v.due_date')
    .execute()
}
