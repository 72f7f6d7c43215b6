import { sql } from 'kysely'

/**
 * SQL condition: entry `e` of ledger `l` is not fully paid. Payments settle the oldest entries first, so only
 * the newest entries can be open (rules 16.10).
 */
export const IS_OPEN_ENTRY = sql<boolean>`(e.raises > 0 and e.raised > l.raised - greatest(l.balance, 0))`

/** SQL for the unpaid part of an open entry `e` of ledger `l`, in pesos. */
export const OPEN_AMOUNT = sql<number>`least(e.raises, e.raised - l.raised + l.balance)`

/**
 * SQL lateral table with the due date of entry `e`. If the entry has none, takes that of the next statement
 * with a due date; null without such a statement (rules 20.4). Ignores statements after `untilDate`. The
 * aggregate makes PostgreSQL compute it once per entry.
 */
export const selectDueDate = (untilDate = sql`'infinity'::date`) => sql<{ due_date: string | null }>`lateral (
  select coalesce(e.due_date, min(s.due_date)) as due_date from ledger_entries s
  where e.due_date is null and s.tenant_id = e.tenant_id and s.n > e.n and s.date >= e.date and s.date <= ${untilDate}
    and s.kind = 'statement' and s.due_date is not null
    and not exists (select from statements w where w.id = s.statement_id and w.undone_at is not null))`
