import { sql, type QueryCreator, type RawBuilder } from 'kysely'
import { selectDueDate, IS_OPEN_ENTRY, OPEN_AMOUNT } from '#features/ledger/open-amount.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'

const AGE_COLUMNS = [
  ['current', '<= 0'],
  ['days30', 'between 1 and 30'],
  ['days60', 'between 31 and 60'],
  ['days90', 'between 61 and 90'],
  ['over90', '> 90'],
] as const

/**
 * Lists the debts of active tenants by age (rules 16.10), with the overdue amount (rules 20.4). `day` and
 * `today` are days in the community's time zone. If `day` is today or later, the query can use the index of
 * unpaid ledger entries.
 */
export function listAgeing(db: DbOrTx, day: string, today: string) {
  const isPast = day < today
  const ledgers = isPast ? withPastLedgers(db, day) : withCurrentLedgers(db)
  const asOf = sql`${day}::date`
  return ledgers
    .selectFrom('tenants as t')
    .innerJoin('totals as l', 'l.tenant_id', 't.id')
    .leftJoin('entries as e', (join) => join.onRef('e.tenant_id', '=', 't.id').on(IS_OPEN_ENTRY))
    .leftJoin(selectDueDate(isPast ? asOf : undefined).as('d'), (join) => join.onTrue())
    .select(['t.id as tenantId', 't.client_code as clientCode', 't.uoccname'])
    .select(
      AGE_COLUMNS.map(([name, days]) =>
        sumOpenAmounts(sql`${asOf} - coalesce(d.due_date, e.date) ${sql.raw(days)}`).as(name),
      ),
    )
    .select(sumOpenAmounts(sql`d.due_date < ${asOf}`).as('overdue'))
    .select(sql<number>`greatest(-l.balance, 0)`.as('credit'))
    .where('t.status', '<>', DELETED_STATUS)
    .groupBy(['t.id', 'l.balance'])
    .orderBy(sql`lower(t.client_code)`)
    .execute()
}

const sumOpenAmounts = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${OPEN_AMOUNT}) filter (where ${condition}), 0)`

const withCurrentLedgers = (db: DbOrTx) =>
  db
    .with('entries', (query) =>
      query.selectFrom('ledger_entries').select(['tenant_id', 'n', 'date', 'due_date', 'raises', 'raised']),
    )
    .with('totals', (query) =>
      query.selectFrom('ledgers').select(['tenant_id', 'balance', 'raised']).where('entries', '>', 0),
    )

const withPastLedgers = (db: DbOrTx, day: string) =>
  db
    .with('settled', (query) => selectLaterSettlements(query, day))
    .with('entries', (query) =>
      query
        .selectFrom('ledger_entries')
        .leftJoin('settled as s', 's.charge_id', 'ledger_entries.id')
        .select(['tenant_id', 'n', 'date', 'due_date', 'amount'])
        .select(sql<number>`raises + coalesce(s.more, 0)`.as('raises'))
        .select(
          sql<number>`sum(raises + coalesce(s.more, 0)) over (partition by tenant_id order by n)`.as(
            'raised',
          ),
        )
        .where('date', '<=', day)
        .where(
          // A withdrawn statement and its withdrawal cancel each other out, so both are excluded. A withdrawn
          // opening balance does not cancel out: the balance of the previous statement remains, and that
          // statement has no ledger entry (rules 16.9).
          sql<boolean>`not exists (select from statements t
            where t.id = ledger_entries.statement_id and t.undone_at is not null
              and not exists (select from ledger_entries o where o.tenant_id = ledger_entries.tenant_id
                and o.statement_id = t.id and o.kind = 'opening'))`,
        ),
    )
    .with('totals', (query) =>
      query
        .selectFrom('entries')
        .select('tenant_id')
        .select((eb) => [eb.fn.sum<number>('amount').as('balance'), eb.fn.max('raised').as('raised')])
        .groupBy('tenant_id'),
    )

/**
 * Sums for each charge the amounts that payments settled after `day`. These amounts were still open on `day`.
 */
const selectLaterSettlements = (db: QueryCreator<DB>, day: string) =>
  db
    .selectFrom('ledger_settlements as s')
    .innerJoin('ledger_entries as p', (join) =>
      join.onRef('p.payment_id', '=', 's.payment_id').on('p.kind', '=', 'payment'),
    )
    .leftJoin('ledger_entries as r', (join) =>
      join.onRef('r.payment_id', '=', 's.payment_id').on('r.kind', '=', 'reversal'),
    )
    .select('s.charge_id')
    .select(
      sql<number>`sum(case when r.id is null then s.amount * (p.date > ${day})::int
        else -s.amount * (p.date <= ${day} and r.date > ${day})::int end)`.as('more'),
    )
    .groupBy('s.charge_id')
