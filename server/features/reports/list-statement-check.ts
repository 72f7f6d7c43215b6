import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { Period } from './list-collections.ts'

const PAYMENT_KINDS = ['payment', 'withholding', 'reversal'] as const

/**
 * Compares the statements of a period with the ledger (rules 22.4). Each row has the payments that the
 * statement includes, the amounts that the accounting system added, and the payments up to the statement's
 * day that the statement does not include. The first statement of a ledger has a row too, although the
 * ledger has no earlier entries. A statement that an older one replaced counts in the older one's row.
 */
export function listStatementCheck(db: DbOrTx, { from, to }: Period) {
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('statements as s', 's.id', 'e.statement_id')
    .innerJoin('tenants as t', 't.id', 'e.tenant_id')
    .innerJoinLateral(REPLACED_STATEMENTS.as('r'), (join) => join.onTrue())
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('ledger_entries as h')
          .select([
            sql<number>`coalesce(-sum(h.amount) filter (where h.kind = any(${PAYMENT_KINDS})), 0)`.as(
              'posted',
            ),
            sql<number>`coalesce(sum(h.amount) filter (where h.kind <> all(${PAYMENT_KINDS})), 0)`.as(
              'charged',
            ),
          ])
          .where(sql<boolean>`h.covered_by = any(r.statement_ids)`)
          .as('held'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 't.id as tenantId', 't.client_code as clientCode', 't.uoccname', 'e.date'])
    .select(sql<number>`s.soa_amount - r.added - held.charged + held.posted`.as('before'))
    .select(['held.posted', 'held.charged', 'r.added', 's.soa_amount as soaAmount'])
    .select(UNCOVERED_AMOUNT)
    .where('e.kind', 'in', ['opening', 'statement'])
    .where('e.date', '>=', from)
    .where('e.date', '<=', to)
    .where('s.undone_at', 'is', null)
    .where(({ not }) => not(IS_REPLACED))
    .where('t.status', '<>', DELETED_STATUS)
    .orderBy(sql`lower(t.client_code)`)
    .orderBy('e.n')
    .execute()
}

/**
 * SQL condition: an older statement, saved later, replaced statement `s` of entry `e` (rules 7.14). Compares
 * `soa_date` and not the dates of the entries: the entry of a statement without a date has the day on which
 * its import was prepared.
 */
const IS_REPLACED = sql<boolean>`exists (select from ledger_entries later
  join statements ls on ls.id = later.statement_id
  where later.tenant_id = e.tenant_id and later.n > e.n and ls.soa_date < s.soa_date and ls.undone_at is null)`

/**
 * SQL lateral table: the ids of statement `s` and of the statements that it replaced, and the sum of their
 * entries. The replaced statements are those saved after the last earlier statement whose date is not later
 * than that of `s`.
 */
const REPLACED_STATEMENTS = sql<{ added: number; statement_ids: number[] }>`(
  select sum(g.amount) as added, array_agg(g.statement_id) as statement_ids
  from ledger_entries g join statements gs on gs.id = g.statement_id
  where g.tenant_id = e.tenant_id and g.n <= e.n and gs.undone_at is null and g.n > coalesce(
    (select max(p.n) from ledger_entries p join statements ps on ps.id = p.statement_id
    where p.tenant_id = e.tenant_id and p.n < e.n and (ps.soa_date > s.soa_date) is not true
      and ps.undone_at is null), 0))`

/**
 * SQL: payments minus reversals, dated up to the day of statement `e`, that this statement does not cover.
 * Such payments are covered by a later statement or by no statement.
 */
const UNCOVERED_AMOUNT = sql<number>`coalesce((select -sum(x.amount) from ledger_entries x
  where x.tenant_id = e.tenant_id and x.covered_by is null and x.kind = any(${PAYMENT_KINDS})
    and x.date <= e.date), 0)
  + coalesce((select -sum(x.amount)
  from ledger_entries later join ledger_entries x on x.covered_by = later.statement_id
  where later.tenant_id = e.tenant_id and later.kind = 'statement' and later.n > e.n
    and x.kind = any(${PAYMENT_KINDS}) and x.date <= e.date), 0)`.as('notHeld')
