import { hash } from 'node:crypto'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { sql } from 'kysely'
import { gatewayActor } from '../../features/billing/payments/history.ts'
import { receiptOf } from '../../features/billing/payments/receipts/receipt-data.ts'
import { findRows } from '../../features/billing/payments/repository.ts'
import type { PaymentRow } from '../../features/billing/payments/repository.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Community } from '../community.ts'
import type { ChestFile } from '../file-chest.ts'
import { numberByYear } from '../numbers.ts'
import { find } from '../people.ts'
import { COMMUNITY_NAME } from '../settings.ts'
import type { DemoPayment, PaymentStep } from './plan-payments.ts'

/** A payment with the row that the database has of it. */
export interface InsertedDemoPayment {
  readonly payment: DemoPayment
  readonly row: PaymentRow
}

/** The desk that imports statements and works on payments. */
export const cashierOf = ({ administrators }: Community) => find(administrators, 'accounting')

/**
 * Writes payments (oldest first) with their numbers, histories, slips, receipts and what the sandbox knows of them, in the
 * shape that the portal itself gives them. Returns them as the portal reads them.
 */
export async function insertPayments(
  tx: Tx,
  payments: readonly DemoPayment[],
  community: Community,
): Promise<InsertedDemoPayment[]> {
  const times = payments.map(({ row }) => row.created_at)
  const numbers = numberByYear('PY', times, community.clock.timeZone)
  const slips = await Promise.all(payments.map((payment) => addSlip(payment, community)))
  const inserted = await tx
    .insertInto('payments')
    .values(
      payments.map((payment, nth) => ({
        ...payment.row,
        ...officeColumns(payment, community),
        ...onlineColumns(payment.row.type, numbers.of[nth] ?? ''),
        reference_number: numbers.of[nth] ?? '',
        images: JSON.stringify(slips[nth] ? [slips[nth].ref] : []),
      })),
    )
    .returning('id')
    .execute()
  const ids = inserted.map(({ id }) => id)
  for (const [nth, slip] of slips.entries()) slip?.belongTo('payment', ids[nth] ?? 0)

  await insertEvents(tx, payments, ids, community)
  await insertSandbox(tx, payments, ids)
  const receipts = await writeReceipts(tx, payments, ids, community)
  await tx
    .insertInto('ticket_counters')
    .values([...counters('payment', numbers.last), ...counters('receipt', receipts)])
    .execute()
  const rows = await rowsById(tx, ids)
  return payments.flatMap((payment, nth) => {
    const row = rows.get(ids[nth] ?? 0)
    return row ? [{ payment, row }] : []
  })
}

const counters = (module: string, last: { year: number; last: number }[]) =>
  last.map((each) => ({ module, ...each }))

const rowsById = async (tx: Tx, ids: readonly number[]): Promise<Map<number, PaymentRow>> =>
  new Map((await findRows(tx, ids)).map((row) => [row.id, row]))

async function addSlip(payment: DemoPayment, { chest }: Community): Promise<ChestFile | null> {
  const { slip, resident, row } = payment
  if (slip === null) return null
  const by = { area: 'client', id: resident.id } as const
  return chest.addAsset('depositslip', `deposit_slip_${resident.unit}`, slip, row.created_at, by)
}

/** When and in which status the office decided on a payment. */
const decidedAt = ({ steps }: DemoPayment, status: number): Date | undefined =>
  steps.find(({ by, to }) => by === 'office' && to === status)?.at

/** Returns the columns that the office fills in. A payment is posted with its receipt, which is made from the row. */
function officeColumns(payment: DemoPayment, community: Community) {
  const cashier = cashierOf(community).id
  const verified = decidedAt(payment, PAYMENT_STATUS.verified)
  const { status, reservation_id } = payment.row
  return {
    status: status === PAYMENT_STATUS.posted ? PAYMENT_STATUS.verified : status,
    post_by_id: reservation_id === null ? null : cashier,
    verified_date: verified ?? null,
    verified_by_id: verified ? cashier : null,
  }
}

const GATEWAYS: Readonly<Record<number, 'dragonpay' | 'aqwire' | undefined>> = {
  2: 'dragonpay',
  3: 'aqwire',
}

/** Returns the further columns of an online payment: its reference number in the sandbox, and its page there. */
function onlineColumns(type: number, number: string) {
  const gateway = GATEWAYS[type]
  const id = hash('sha256', number)
  const reference = `SB${id.slice(-14).toUpperCase()}`
  return {
    txn_id: gateway ? `${number}-${id.slice(0, 16)}` : null,
    gateway_reference: gateway ? reference : null,
    return_url: gateway ? `/api/sandbox/${gateway}/${reference}` : null,
    sandbox: gateway !== undefined,
  }
}

async function insertEvents(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
  community: Community,
): Promise<void> {
  const events = payments
    .flatMap((payment, nth) => payment.steps.map((step) => ({ payment, step, id: ids[nth] ?? 0 })))
    .toSorted((a, b) => a.step.at.getTime() - b.step.at.getTime())
    .map(({ payment, step, id }) => ({
      payment_id: id,
      at: step.at,
      ...actorOf(payment, step, community),
      from_status: step.from,
      to_status: step.to,
      from_outsource: step.fromOutsource,
      to_outsource: step.toOutsource,
      fields: step.setAside ? ['setAside'] : [],
      remark: step.remark,
    }))
  await tx.insertInto('payment_events').values(events).execute()
}

function actorOf({ row, resident }: DemoPayment, { by }: PaymentStep, community: Community) {
  if (by === 'gateway') {
    const { area, id, name } = gatewayActor(row.type)
    return { actor_area: area, actor_id: id, actor_name: name }
  }
  const { id, name } = by === 'office' ? cashierOf(community) : resident
  return { actor_area: by === 'office' ? 'admin' : 'client', actor_id: id, actor_name: name }
}

/** The sandbox knows what was begun with it, so that a pending payment can still be paid or cancelled there. */
async function insertSandbox(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
): Promise<void> {
  const online = payments.flatMap(({ row }, nth) =>
    row.type === 1
      ? []
      : [{ id: ids[nth] ?? 0, status: SANDBOX_STATUSES[row.outsource_status ?? ''] ?? 'created' }],
  )
  await sql`
    insert into sandbox_transactions (gateway, txn_id, reference, amount, description, email, status, created_at, updated_at)
    select case p.type when 2 then 'dragonpay' else 'aqwire' end, p.txn_id, p.gateway_reference, p.amount_paid,
      'Payments ' || p.reference_number, p.email, o.status, p.created_at, p.updated_at
    from jsonb_to_recordset(${JSON.stringify(online)}::jsonb) as o(id bigint, status text)
    join payments p on p.id = o.id`.execute(tx)
}

const SANDBOX_STATUSES: Readonly<Record<string, string>> = {
  S: 'paid',
  R: 'paid',
  P: 'pending',
  F: 'failed',
}

/** Posts what is posted, each with the receipt that the portal would have frozen then. Returns the last number of each year. */
async function writeReceipts(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
  community: Community,
): Promise<{ year: number; last: number }[]> {
  const { timeZone } = community.clock
  const cashier = cashierOf(community)
  const posted = payments
    .flatMap((payment, nth) => {
      const at = decidedAt(payment, PAYMENT_STATUS.posted)
      return at && payment.row.status === PAYMENT_STATUS.posted ? [{ id: ids[nth] ?? 0, at }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const rows = await rowsById(
    tx,
    posted.map(({ id }) => id),
  )
  const times = posted.map(({ at }) => at)
  const numbers = numberByYear('AR', times, timeZone)
  const receipts = posted.flatMap(({ id, at }, nth) => {
    const row = rows.get(id)
    if (!row) return []
    const receipt = receiptOf(row, {
      number: numbers.of[nth] ?? '',
      postedAt: at.toISOString(),
      timeZone,
      community: { name: COMMUNITY_NAME, logo: null },
      postedBy: cashier.name,
    })
    return [{ id, receipt }]
  })
  await sql`
    update payments p set status = ${PAYMENT_STATUS.posted}, posted_date = (r.receipt ->> 'postedAt')::timestamptz,
      posted_by_id = ${cashier.id}, receipt_number = r.receipt ->> 'number', receipt = r.receipt
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r(id bigint, receipt jsonb) where p.id = r.id`.execute(
    tx,
  )
  return numbers.last
}
