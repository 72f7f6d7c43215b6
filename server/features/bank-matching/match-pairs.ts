import { sql, type Updateable } from 'kysely'
import { toVerificationColumns } from '#features/payments/save-payment.ts'
import type { Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, NEXT_VERSION_COLUMNS } from '#platform/db/expressions.ts'
import type { BankLines } from '#platform/db/generated.ts'
import { BANK_LINE_STATUS } from '@tahanan/contract/billing/bank.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { isMatchable, type MatchPair } from './find-sure-pairs.ts'

export interface MatchedPair extends MatchPair {
  readonly reason: string
  readonly status: number
}

/**
 * Locks payments first, then bank lines, each in order of id. All code uses this order, so that no deadlock
 * is possible.
 */
export async function lockPairs(tx: Tx, lineIds: number[], paymentIds: number[]): Promise<void> {
  const payments = tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', buildAnyOfIds(paymentIds))
    .orderBy('id')
  await payments.forNoKeyUpdate().execute()
  const lines = tx
    .selectFrom('bank_lines')
    .select('id')
    .where('id', '=', buildAnyOfIds(lineIds))
    .orderBy('id')
  await lines.forUpdate().execute()
}

/**
 * Matches pairs of bank lines and payments, which the caller has locked. Returns the matched pairs. Skips
 * lines that are matched already.
 */
export function matchPairs(
  tx: Tx,
  adminId: number,
  pairs: readonly MatchPair[],
  timeZone: string,
): Promise<MatchedPair[]> {
  return tx
    .updateTable('bank_lines as l')
    .from(
      sql<MatchPair>`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)`.as<'g'>(
        sql`g("lineId" bigint, "paymentId" bigint, reason text)`,
      ),
    )
    .innerJoin('payments as p', 'p.id', 'g.paymentId')
    .set(({ ref }) => ({
      payment_id: ref('p.id'),
      likely_payment_id: null,
      reason: sql<string>`coalesce(g.reason, case when l.likely_payment_id = p.id then l.reason end,
        'Matched by hand')`,
      verified: sql<boolean>`p.status < ${sql.lit(PAYMENT_STATUS.verified)}`,
      admin_id: adminId,
    }))
    .whereRef('l.id', '=', 'g.lineId')
    .where('l.state', 'in', [BANK_LINE_STATUS.likely, BANK_LINE_STATUS.open])
    .whereRef('p.amount_paid', '=', 'l.amount')
    .where(isMatchable(timeZone))
    .returning(['l.id as lineId', 'p.id as paymentId', 'p.status', 'l.reason'])
    .execute()
}

export async function clearLikelyPayments(tx: Tx, paymentIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('bank_lines')
    .set({ likely_payment_id: null, reason: '' })
    .where('likely_payment_id', '=', buildAnyOfIds(paymentIds))
    .execute()
}

export const findLineState = (tx: Tx, column: 'id' | 'payment_id', id: number) =>
  tx.selectFrom('bank_lines').select(['amount', 'state']).where(column, '=', id).executeTakeFirst()

export async function verifyPayments(tx: Tx, adminId: number, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...NEXT_VERSION_COLUMNS, status: PAYMENT_STATUS.verified, ...toVerificationColumns(adminId) })
    .where('id', '=', buildAnyOfIds(ids))
    .execute()
}

export const lineAccount = sql<string>`coalesce(nullif(l.account, ''), i.account)`

export const findLineWithAccount = (tx: Tx, id: number, { lock = false } = {}) =>
  tx
    .selectFrom('bank_lines as l')
    .innerJoin('bank_imports as i', 'i.id', 'l.import_id')
    .selectAll('l')
    .select(lineAccount.as('accountName'))
    .where('l.id', '=', id)
    .$if(lock, (query) => query.forUpdate('l'))
    .executeTakeFirst()

export async function saveLine(tx: Tx, adminId: number, lineId: number, columns: Updateable<BankLines>) {
  const change = { ...columns, admin_id: adminId }
  await tx.updateTable('bank_lines').set(change).where('id', '=', lineId).execute()
}
