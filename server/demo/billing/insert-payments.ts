import { sql } from 'kysely'
import { findPaymentRows, type PaymentRow } from '#features/payments/repository.ts'
import { toReceiptData } from '#features/receipts/to-receipt-data.ts'
import type { Tx } from '#platform/db/client.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { compareByTime, type Community } from '../community.ts'
import { createNumberCounter } from '../number-series.ts'
import { COMMUNITY_NAME } from '../settings.ts'
import { getCashier, type DemoPayment } from './plan-payments.ts'

export interface InsertedDemoPayment {
  readonly payment: DemoPayment
  readonly row: PaymentRow
}

/** Inserts the demo's payments. `payments` must be sorted, oldest first. */
export async function insertPayments(
  tx: Tx,
  payments: readonly DemoPayment[],
  community: Community,
): Promise<InsertedDemoPayment[]> {
  const slipFiles = await Promise.all(
    payments.map(({ slip, resident: { id, unit }, row }) => {
      const uploader = { area: 'client', id } as const
      return (
        slip &&
        community.demoFiles.addAsset('depositslip', `deposit_slip_${unit}`, slip, row.created_at, uploader)
      )
    }),
  )
  const ids = await tx
    .insertInto('payments')
    .values(
      payments.map(({ row }, index) => ({
        ...row,
        // Inserts posted payments as verified at first, because a posted payment needs a receipt.
        // `insertReceipts` then creates the receipts and sets the status to posted.
        status: row.status === PAYMENT_STATUS.posted ? PAYMENT_STATUS.verified : row.status,
        images: JSON.stringify(slipFiles[index] ? [slipFiles[index].ref] : []),
      })),
    )
    .returning('id')
    .execute()
  const insertedPayments = payments.map((payment, index) => ({ payment, id: ids[index]?.id ?? 0 }))
  for (const [index, slip] of slipFiles.entries()) if (slip) slip.setOwner('payment', ids[index]?.id ?? 0)
  const eventRows = insertedPayments.flatMap(({ payment, id }) =>
    payment.events.map((event) => ({ payment_id: id, ...event })),
  )
  await tx
    .insertInto('payment_events')
    .values(eventRows.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    .execute()
  await insertSandbox(tx)
  await insertReceipts(tx, await loadRows(tx, insertedPayments), community)
  return loadRows(tx, insertedPayments)
}

async function loadRows(
  tx: Tx,
  insertedPayments: readonly { payment: DemoPayment; id: number }[],
): Promise<InsertedDemoPayment[]> {
  const paymentsById = new Map(insertedPayments.map(({ id, payment }) => [id, payment]))
  const rows = await findPaymentRows(tx, [...paymentsById.keys()])
  return rows.flatMap((row) => {
    const payment = paymentsById.get(row.id)
    return payment ? [{ payment, row }] : []
  })
}

/**
 * Inserts a transaction of the sandbox (simulated payment gateways) for each of its payments. Without it, the
 * sandbox could not pay or cancel a pending payment.
 */
async function insertSandbox(tx: Tx): Promise<void> {
  await sql`
    insert into sandbox_transactions
      (gateway, txn_id, reference, amount, description, email, status, created_at, updated_at)
    select case type when 2 then 'dragonpay' else 'aqwire' end, txn_id, gateway_reference, amount_paid,
      'Payments ' || reference_number, email,
      case outsource_status when 'S' then 'paid' when 'R' then 'paid' when 'P' then 'pending' when 'F' then 'failed'
        else 'created' end, created_at, updated_at
    from payments where sandbox order by id`.execute(tx)
}

async function insertReceipts(
  tx: Tx,
  insertedPayments: readonly InsertedDemoPayment[],
  community: Community,
): Promise<void> {
  const { timeZone } = community.clock
  const cashier = getCashier(community)
  const nextNumber = createNumberCounter(timeZone)
  const receipts = insertedPayments
    .flatMap(({ payment: { postedAt }, row }) => (postedAt ? [{ row, created_at: postedAt }] : []))
    .toSorted(compareByTime)
    .map(({ row, created_at: postedAt }) => ({
      id: row.id,
      receipt: toReceiptData(row, {
        number: nextNumber('AR', postedAt),
        postedAt: postedAt.toISOString(),
        timeZone,
        community: { name: COMMUNITY_NAME, logo: null },
        postedBy: cashier.name,
      }),
    }))
  await sql`
    update payments p set status = ${PAYMENT_STATUS.posted},
      posted_date = (r.receipt ->> 'postedAt')::timestamptz, posted_by_id = ${cashier.id},
      receipt_number = r.receipt ->> 'number', receipt = r.receipt
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r(id bigint, receipt jsonb)
    where p.id = r.id`.execute(tx)
}
