import { sql } from 'kysely'
import { anyOf } from '../../../platform/db/any-of.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { readSetting } from '../../settings/website-settings.ts'

/** Reads the days of grace that give statements a due date; null where there are none (rules 20.1). */
export async function readGraceDays(db: DbOrTx): Promise<number | null> {
  const days = await readSetting(db, 'graceDays')
  return days === '' ? null : Number(days)
}

/** Charges `e` since the latest statement of a ledger `l` that are open, and the part of each that is left (rules 16.10). */
const OPEN_CHARGES = sql`ledger_entries e where e.tenant_id = l.tenant_id and e.raises > 0
  and e.raised > l.raised - l.balance and e.kind = 'charge' and e.covered_by is null`
const OPEN = sql<number>`least(e.raises, e.raised - l.raised + l.balance)`

/**
 * Amounts left to pay of a ledger `l`, by the days when they are due (rules 20.4): of the latest statement by its due date, whatever the
 * statements before were, since payments that only the accounting system knows may have settled these; of charges since by theirs.
 */
export const DUES = sql<{ due_date: string; amount: number }>`(
  select * from (
    select s.due_date, l.balance - (select coalesce(sum(${OPEN}), 0) from ${OPEN_CHARGES}) as amount
    from (select due_date from statements where tenant_id = l.tenant_id and undone_at is null order by id desc limit 1) s
    union all
    select e.due_date, ${OPEN} from ${OPEN_CHARGES}
  ) parts where l.balance > 0 and amount > 0 and due_date is not null)`

/**
 * Columns of a ledger `l`: the first due date of what is left to pay, and how much of it was due before today. `now()`, since
 * PostgreSQL would work out a volatile clock for all rows of a list to count them.
 */
export const duesOf = (timeZone: string) => [
  sql<string | null>`(select min(due_date) from ${DUES} dues)`.as('dueDate'),
  sql<number>`(select coalesce(sum(amount), 0) from ${DUES} dues
    where due_date < (now() at time zone ${timeZone})::date)`.as('overdue'),
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
    .where('g.id', '=', anyOf(statementIds))
  await tx
    .updateTable('ledger_entries as e')
    .from(versions.as('v'))
    .set(({ ref }) => ({ due_date: ref('v.due_date') }))
    .whereRef('e.tenant_id', '=', 'v.tenant_id')
    .whereRef('e.statement_id', '=', 'v.id')
    .whereRef('e.due_date', 'is distinct from', 'v.due_date')
    .execute()
}
