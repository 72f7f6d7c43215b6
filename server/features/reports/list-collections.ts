import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'

/** Period of days; both ends are included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * SQL for the amount of reversal `r`. If `isCheque` is true, only returned cheques have an amount. If it is
 * false, only other reversals have one.
 */
const selectReversedAmount = (isCheque: boolean) =>
  sql<number>`case when (r.kind = 'chequeReturned') = ${sql.lit(isCheque)} then p.amount_paid else 0 end`

/**
 * Sums posted and reversed payments by day and payment type (rules 22.1). Days without payments have no row.
 * Compares timestamps, not days, so that the indexes of both timestamp columns are used.
 */
export function listCollections(db: DbOrTx, { from, to }: Period, timeZone: string) {
  const toLocalDay = (timeColumn: string) =>
    sql<string>`to_char(${sql.ref(timeColumn)} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const [start, end] = [
    sql<Date>`${from}::date::timestamp at time zone ${timeZone}`,
    sql<Date>`(${to}::date + 1)::timestamp at time zone ${timeZone}`,
  ]
  const postedPayments = db
    .selectFrom('payments as p')
    .select([toLocalDay('p.posted_date').as('day'), 'p.type'])
    .select([sql<number>`p.amount_paid`.as('posted'), sql<number>`0`.as('chequesReturned')])
    .select(sql<number>`0`.as('reversed'))
    .where('p.status', '=', sql.lit(4))
    .where('p.posted_date', '>=', start)
    .where('p.posted_date', '<', end)
  const reversals = db
    .selectFrom('payment_reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select([toLocalDay('r.at').as('day'), 'p.type'])
    .select(sql<number>`0`.as('posted'))
    .select([selectReversedAmount(true).as('chequesReturned'), selectReversedAmount(false).as('reversed')])
    .where('r.at', '>=', start)
    .where('r.at', '<', end)
  return db
    .selectFrom(postedPayments.unionAll(reversals).as('c'))
    .select(['day', 'type'])
    .select(({ fn }) => [
      fn.sum<number>('posted').as('posted'),
      fn.sum<number>('chequesReturned').as('chequesReturned'),
      fn.sum<number>('reversed').as('reversed'),
    ])
    .groupBy(['day', 'type'])
    .orderBy('day', 'desc')
    .orderBy('type')
    .execute()
}
