import { sql, type SelectQueryBuilder } from 'kysely'
import { findPaymentRows } from '#features/payments/repository.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import { OFFICE_PAYMENT_TYPES } from '@tahanan/contract/billing/counter.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'

type PageRange = Pick<Page, 'limit' | 'offset'>
const COUNTER_PAYMENT_TYPES = OFFICE_PAYMENT_TYPES.map(({ type }) => type)

export function listWaitingCheques(db: DbOrTx, page: PageRange, timeZone: string) {
  const waitingQuery = db
    .selectFrom('payments')
    .select('id')
    .where('status', 'in', [PAYMENT_STATUS.forVerification, PAYMENT_STATUS.verified])
    .where('cheque_date', '>', sql<string>`(created_at at time zone ${timeZone})::date`)
    .orderBy('cheque_date')
    .orderBy('id')
  return findPageOfRows(db, waitingQuery, page)
}

/** Lists payments that this administrator received at the counter, newest first (rules 17.11). */
export function listCounterPayments(db: DbOrTx, adminId: number, page: PageRange) {
  const counterPaymentsQuery = db
    .selectFrom('payments')
    .select('id')
    .where('post_by_id', '=', adminId)
    .where('type', 'in', COUNTER_PAYMENT_TYPES)
    .where('status', '<>', DELETED_STATUS)
    .orderBy('id', 'desc')
  return findPageOfRows(db, counterPaymentsQuery, page)
}

async function findPageOfRows(
  db: DbOrTx,
  idQuery: SelectQueryBuilder<DB, 'payments', { id: number }>,
  page: PageRange,
) {
  const { rows, total } = await findPageWithTotal(db, idQuery, page)
  const ids = rows.map(({ id }) => id)
  const rowsById = new Map((await findPaymentRows(db, ids)).map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => rowsById.get(id) ?? []), total }
}
