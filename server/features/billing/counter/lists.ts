import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { COUNTER_TYPES } from '@tahanan/contract/billing/counter.ts'
import { sql } from 'kysely'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { pageWithTotal } from '../../../platform/db/lists/page-with-total.ts'
import type { Page } from '../../../platform/http/list-query.ts'
import { findRows, type PaymentRow } from '../payments/repository.ts'

type Span = Pick<Page, 'limit' | 'offset'>
interface Payments {
  rows: PaymentRow[]
  total: number
}

/** Lists the post-dated cheques that are not posted, by their dates: those that are due come first. */
export async function listWaitingCheques(db: DbOrTx, page: Span, timeZone: string): Promise<Payments> {
  const waiting = db
    .selectFrom('payments')
    .select(['id', 'cheque_date'])
    .where('status', 'in', [PAYMENT_STATUS.forVerification, PAYMENT_STATUS.verified])
    .where('cheque_date', '>', sql<string>`(created_at at time zone ${timeZone})::date`)
    .orderBy('cheque_date')
    .orderBy('id')
  return withRows(db, await pageWithTotal(db, waiting, page))
}

/** Lists what an administrator took at the counter, the newest first (rules 17.11). */
export async function listTaken(db: DbOrTx, adminId: number, page: Span): Promise<Payments> {
  const taken = db
    .selectFrom('payments')
    .select('id')
    .where('post_by_id', '=', adminId)
    .where(
      'type',
      'in',
      COUNTER_TYPES.map(({ type }) => type),
    )
    .where('status', '<>', PAYMENT_STATUS.deleted)
    .orderBy('id', 'desc')
  return withRows(db, await pageWithTotal(db, taken, page))
}

async function withRows(
  db: DbOrTx,
  { rows, total }: { rows: readonly { id: number }[]; total: number },
): Promise<Payments> {
  const ids = rows.map(({ id }) => id)
  const found = new Map((await findRows(db, ids)).map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => found.get(id) ?? []), total }
}
