import { sql, type InferResult } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { NEXT_VERSION_COLUMNS, DELETED_STATUS } from '#platform/db/expressions.ts'
import { FINAL_STATUS_CODES } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS, PAYMENT_TYPE, type OnlinePaymentType } from '@tahanan/contract/billing/payment.ts'
import type { GatewayName } from './gateway-config.ts'

const GATEWAY_TYPES: Readonly<Record<GatewayName, OnlinePaymentType>> = {
  dragonpay: PAYMENT_TYPE.dragonpay,
  aqwire: PAYMENT_TYPE.aqwire,
}

const selectOnlinePayments = (
  db: DbOrTx,
  types: readonly OnlinePaymentType[] = Object.values(GATEWAY_TYPES),
) =>
  db
    .selectFrom('payments')
    .select(['id', 'tenant_id as tenantId', 'status', 'gateway_reference as reference', 'sandbox'])
    .select([sql<OnlinePaymentType>`type`.as('type'), sql<string>`txn_id`.as('txnId')])
    .select(sql<boolean>`return_url is not null`.as('offered'))
    .where('type', 'in', types)
export type OnlinePaymentRow = InferResult<ReturnType<typeof selectOnlinePayments>>[number]

/**
 * Finds a payment by its number at the gateway. Also finds deleted ones, because the office must know of
 * money received for them.
 */
export function findPaymentByTxnId(
  db: DbOrTx,
  gateway: GatewayName,
  txnId: string,
): Promise<OnlinePaymentRow | undefined> {
  return selectOnlinePayments(db, [GATEWAY_TYPES[gateway]]).where('txn_id', '=', txnId).executeTakeFirst()
}

export function findPaymentByReference(
  db: DbOrTx,
  gateway: GatewayName,
  reference: string,
): Promise<OnlinePaymentRow | undefined> {
  const matchingPayments = selectOnlinePayments(db, [GATEWAY_TYPES[gateway]]).where(
    'gateway_reference',
    '=',
    reference,
  )
  return matchingPayments.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function findOnlinePayment(db: DbOrTx, id: number): Promise<OnlinePaymentRow | undefined> {
  return selectOnlinePayments(db).where('id', '=', id).executeTakeFirst()
}

export async function countRecentPayments(tx: Tx, tenantId: number, minutes: number): Promise<number> {
  const { n } = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantId)
    .where('type', 'in', Object.values(GATEWAY_TYPES))
    .where('created_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow()
  return n
}

export async function savePaymentPage(
  tx: Tx,
  id: number,
  { url, reference }: { url: string; reference: string | null },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      return_url: url,
      gateway_reference: sql`coalesce(gateway_reference, ${reference})`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function setNextInquiry(tx: Tx, id: number, seconds: number): Promise<void> {
  const nextInquiryAt = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  await tx.updateTable('payments').set({ next_inquiry_at: nextInquiryAt }).where('id', '=', id).execute()
}

/**
 * Makes the portal ask the gateway again within a minute, unless the payment is deleted or has a final
 * status.
 */
export async function scheduleInquirySoon(db: DbOrTx, id: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_inquiry_at: sql`least(next_inquiry_at, clock_timestamp() + interval '1 minute')` })
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS)
    .where((eb) =>
      eb.or([eb('outsource_status', 'is', null), eb('outsource_status', 'not in', FINAL_STATUS_CODES)]),
    )
    .execute()
}

export function deleteUnstartedPayment(tx: Tx, id: number) {
  return tx
    .updateTable('payments')
    .set({ ...NEXT_VERSION_COLUMNS, status: PAYMENT_STATUS.deleted, next_inquiry_at: null })
    .where('id', '=', id)
    .where('status', '=', PAYMENT_STATUS.created)
    .where('outsource_status', 'is', null)
    .returning('type')
    .executeTakeFirst()
}
