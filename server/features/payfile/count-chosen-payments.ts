import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { selectChosenIds, type ChosenPayments } from './payment-choice.ts'
import { findNextBatch } from './repository.ts'

export async function countChosenPayments(db: DbOrTx, choice: ChosenPayments) {
  const counts = await db
    .selectFrom('payments as p')
    .leftJoin('payment_reversals as r', 'r.payment_id', 'p.id')
    .select(({ fn, val }) => {
      const count = fn.countAll<number>()
      const sum = fn.coalesce(
        fn.sum<number>('p.amount_paid').filterWhere('p.status', '=', PAYMENT_STATUS.posted),
        val(0),
      )
      return [
        count.filterWhere('p.status', '=', PAYMENT_STATUS.posted).as('posted'),
        sum.as('postedAmount'),
        count.filterWhere('r.payment_id', 'is not', null).as('reversed'),
        sql<number>`coalesce(sum(p.amount_paid) filter (where r.payment_id is not null), 0)`.as(
          'reversedAmount',
        ),
        count.filterWhere('p.status', '=', PAYMENT_STATUS.verified).as('verified'),
        count
          .filterWhere('p.status', 'in', [PAYMENT_STATUS.created, PAYMENT_STATUS.forVerification])
          .as('unverified'),
        count.filterWhere('p.status', '=', PAYMENT_STATUS.rejected).as('rejected'),
      ]
    })
    .where(sql<boolean>`p.id in (${selectChosenIds(choice)})`)
    .executeTakeFirstOrThrow()
  const { ids, amount, copied } = await findNextBatch(db, choice)
  const { posted, postedAmount, reversed, reversedAmount, ...others } = counts
  return {
    ...others,
    posted: { rows: posted, amount: postedAmount },
    reversed: { rows: reversed, amount: reversedAmount },
    batch: { rows: ids.length, amount, copied },
  }
}
