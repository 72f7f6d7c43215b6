import { sql, type Insertable } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, NEXT_VERSION_COLUMNS, DELETED_STATUS, joinSqlLiterals } from '#platform/db/expressions.ts'
import type { Payments } from '#platform/db/generated.ts'
import { incrementCounter } from '#platform/db/increment-counter.ts'
import {
  formatInvoiceNumber,
  PAYMENT_STATUS,
  type PaymentType,
  type ReversalKind,
  PAYMENT_TYPE,
  type PaymentStatus,
  PAYMENT_PREFIX,
} from '@tahanan/contract/billing/payment.ts'
import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { toWallClock } from '@tahanan/contract/time.ts'
import type { GatewayOutcome } from './gateway-outcome.ts'
import { selectMoneyDay, getMoneyDay } from './select-money-day.ts'

type NewPaymentColumn =
  | ('tenant_id' | 'bank' | 'bank_reference' | 'cheque_date' | 'email' | 'mobile' | 'sandbox')
  | ('reservation_id' | 'charge_id' | 'post_by_id' | 'verified_by_id')

/**
 * New payment. `charge_id`: charge to settle first. `verified_by_id`: set if no second person has to verify
 * the payment.
 */
export interface NewPayment extends Pick<Insertable<Payments>, NewPaymentColumn> {
  readonly type: PaymentType
  readonly status: Exclude<PaymentStatus, typeof PAYMENT_STATUS.posted | typeof PAYMENT_STATUS.rejected>
  /** Pesos. */
  readonly amount_paid: number
  /** Date of the transaction, ISO 8601; null for the present time. */
  readonly transaction_date: string | null
  readonly images?: readonly FileRef[]
  readonly txnSuffix?: string
  readonly timeZone: string
}

/** Inserts a payment. Copies the statement's amount and the invoice from the tenant (rules 8.3). */
export async function insertPayment(tx: Tx, payment: NewPayment) {
  const { timeZone, txnSuffix, images, ...columns } = payment
  const number = await incrementCounter(tx, { module: 'payment', prefix: PAYMENT_PREFIX, timeZone })
  const tenant = await tx
    .selectFrom('tenants')
    .select(['client_code', 'soa_amount', 'soa_date', 'uoccname'])
    .where('id', '=', payment.tenant_id)
    .executeTakeFirstOrThrow()
  const { soa_date: soaDate } = tenant
  return tx
    .insertInto('payments')
    .values({
      ...columns,
      reference_number: number,
      soa_amount: tenant.soa_amount,
      soa_date: soaDate,
      invoice_number: formatInvoiceNumber(tenant.client_code, soaDate && toWallClock(soaDate, timeZone)),
      invoice_date: soaDate,
      transaction_date: payment.transaction_date ?? CLOCK,
      images: JSON.stringify(images ?? []),
      // Duplicates are searched after the number was assigned. The lock on the number serializes simultaneous
      // payments, so the second payment finds the first.
      ...(images && { duplicate_of: selectDuplicates(payment) }),
      name: tenant.uoccname,
      txn_id: txnSuffix === undefined ? null : `${number}-${txnSuffix}`,
      ...(payment.verified_by_id && { verified_date: CLOCK }),
    })
    .returning(['id', 'reference_number', 'txn_id', 'type', 'amount_paid', 'tenant_id'])
    .executeTakeFirstOrThrow()
}

const REJECTED = sql.lit(PAYMENT_STATUS.rejected)
const TYPES_WITH_SLIP = joinSqlLiterals(PAYMENT_TYPE.deposit, PAYMENT_TYPE.cheque, PAYMENT_TYPE.transfer)

/**
 * Selects the ids of active deposits, cheques and transfers that a new payment resembles (rules 8.36):
 * payments of the same tenant with the same picture, or with the same amount and day; payments of any tenant
 * with the same bank and reference.
 */
const selectDuplicates = ({ timeZone, ...payment }: NewPayment) => {
  const { transaction_date: transactionTime, cheque_date = null } = payment
  const transaction_date = transactionTime === null ? null : new Date(transactionTime)
  const day = getMoneyDay({ cheque_date, transaction_date, created_at: new Date() }, timeZone)
  const keys = (payment.images ?? []).map(({ url }) => url)
  return sql<
    number[]
  >`array(select p.id from payments p where p.status <> ${DELETED_STATUS} and p.status <> ${REJECTED}
      and p.type in (${TYPES_WITH_SLIP}) and p.tenant_id = ${payment.tenant_id}
      and (p.amount_paid = ${payment.amount_paid} and ${selectMoneyDay(timeZone)} = ${day}
        or p.id in (select f.owner_id from files f join files own on own.sha256 = f.sha256
          where f.owner_kind = 'payment' and own.key = any(${keys}::text[])))
    union select id from (${selectSameReferencePayments(payment)}) r order by 1)`
}

export const selectSameReferencePayments = ({
  bank,
  bank_reference,
}: Pick<NewPayment, 'bank' | 'bank_reference'>) =>
  sql<{ id: number; number: string }>`select id, reference_number as number from payments
    where bank_reference <> '' and lower(bank_reference) = lower(${bank_reference ?? ''})
      and lower(bank) = lower(${bank ?? ''}) and status <> ${DELETED_STATUS} and status <> ${REJECTED}
      and not exists (select from payment_reversals r where r.payment_id = payments.id)`

export async function loadDatabaseTime(db: DbOrTx): Promise<Date> {
  const now = sql<Date>`clock_timestamp()::timestamptz(3)`.as('now')
  return (await db.selectNoFrom(now).executeTakeFirstOrThrow()).now
}

/**
 * Returns the columns that record who verified a payment and when. A second verification does not change
 * them.
 */
export const toVerificationColumns = (adminId: number) => ({
  verified_date: sql<Date>`coalesce(verified_date, clock_timestamp())`,
  verified_by_id: sql<number>`coalesce(verified_by_id, ${adminId})`,
})

/** Saves a change of a payment that the caller has locked. */
export async function savePayment(
  tx: Tx,
  id: number,
  change: {
    status: number
    remarks: string
    proof?: readonly FileRef[] | undefined
    adminId: number
    receipt: ReceiptData | null
  },
): Promise<void> {
  const { status, remarks, proof, adminId, receipt } = change
  await tx
    .updateTable('payments')
    .set({
      ...NEXT_VERSION_COLUMNS,
      status,
      remarks,
      ...(proof && { proof: JSON.stringify(proof) }),
      ...(status === PAYMENT_STATUS.verified && toVerificationColumns(adminId)),
      ...(status === PAYMENT_STATUS.posted && {
        posted_date: receipt?.postedAt ?? CLOCK,
        posted_by_id: adminId,
      }),
      ...(receipt && { receipt_number: receipt.number, receipt: JSON.stringify(receipt) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function saveReversal(
  tx: Tx,
  id: number,
  { kind, remarks, adminId }: { kind: ReversalKind; remarks: string; adminId: number },
): Promise<void> {
  await tx
    .insertInto('payment_reversals')
    .values({ payment_id: id, kind, remarks, admin_id: adminId })
    .execute()
  await tx.updateTable('payments').set(NEXT_VERSION_COLUMNS).where('id', '=', id).execute()
}

type GatewayData = Pick<GatewayOutcome, 'reference' | 'amount' | 'fee' | 'method' | 'settledAt'> & {
  readonly final: boolean
}

const toGatewayColumns = ({ reference, amount, fee, method, settledAt, final }: GatewayData) => ({
  gateway_reference: sql<string | null>`coalesce(gateway_reference, ${reference})`,
  gateway_amount: sql<number | null>`coalesce(gateway_amount, ${amount})`,
  gateway_fee: sql<number | null>`coalesce(gateway_fee, ${fee})`,
  gateway_method: sql<string | null>`coalesce(gateway_method, ${method})`,
  settled_at: sql<Date | null>`coalesce(settled_at, ${settledAt}::timestamptz)`,
  ...(final && { next_inquiry_at: null }),
})

export async function saveOutcome(
  tx: Tx,
  id: number,
  gatewayData: GatewayData,
  change: { status: number; outsourceStatus: string | null; message: string | null; setAside: string | null },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      ...NEXT_VERSION_COLUMNS,
      ...toGatewayColumns(gatewayData),
      status: change.status,
      outsource_status: change.outsourceStatus,
      ...(change.message !== null && { message: change.message }),
      set_aside: change.setAside,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Saves data that the gateway reported, such as the fee. Publishes no live event, because the payment itself
 * does not change.
 */
export async function saveGatewayData(tx: Tx, id: number, gatewayData: GatewayData): Promise<void> {
  const outcomeColumns = toGatewayColumns(gatewayData)
  await tx
    .updateTable('payments')
    .set(outcomeColumns)
    .where('id', '=', id)
    .where(({ or }) =>
      or(
        Object.entries(outcomeColumns).map(
          ([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`,
        ),
      ),
    )
    .execute()
}
