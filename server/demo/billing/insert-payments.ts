import { invoiceNumber, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { wallClock } from '@tahanan/contract/time.ts'
import { sql } from 'kysely'
import { gatewayActor } from '../../features/billing/payments/history.ts'
import { receiptOf } from '../../features/billing/payments/receipts/receipt-data.ts'
import type { ReceiptData } from '../../features/billing/payments/receipts/receipt-data.ts'
import { findRows } from '../../features/billing/payments/repository.ts'
import type { PaymentRow } from '../../features/billing/payments/repository.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { DemoClock } from '../clock.ts'
import type { ChestFile, FileChest } from '../file-chest.ts'
import type { MadeFile, PictureName } from '../pictures/album.ts'
import type { Random } from '../random.ts'
import type { DemoResident } from '../residents.ts'
import type { NumberedTicket, People } from '../ticket-rows.ts'
import { numberByYear } from './numbers.ts'
import type { DemoMonth } from './months.ts'
import { lastStep } from './payment-course.ts'
import type { DemoPayment, PaymentStep } from './payment-course.ts'

export interface PaymentParts {
  readonly people: People
  readonly months: readonly DemoMonth[]
  /** By resident and month, in pesos. */
  readonly balances: readonly (readonly number[])[]
  readonly tickets: readonly NumberedTicket[]
  readonly chest: FileChest
  readonly picture: (name: PictureName) => Promise<MadeFile>
  readonly clock: DemoClock
  readonly random: Random
  /** Index of the administrator who works on payments. */
  readonly cashier: number
  /** Name of the community, as receipts say it. */
  readonly community: string
}

/** A payment with the row that the database has of it. */
export interface InsertedDemoPayment {
  readonly payment: DemoPayment
  readonly row: PaymentRow
}

/**
 * Writes payments (oldest first) with their numbers, histories, slips, receipts and what the sandbox knows of them, in the
 * shape that the portal itself gives them. Answers them as the portal reads them.
 */
export async function insertPayments(
  tx: Tx,
  payments: readonly DemoPayment[],
  parts: PaymentParts,
): Promise<InsertedDemoPayment[]> {
  const slips = await Promise.all(payments.map((payment) => slipOf(payment, parts)))
  const references = payments.map((payment) => (payment.type === 1 ? null : sandboxReference(parts.random)))
  const numbers = numberByYear(
    'PY',
    payments.map(({ createdAt }) => createdAt),
    parts.clock.timeZone,
  )
  const inserted = await tx
    .insertInto('payments')
    .values(
      payments.map((payment, nth) => ({
        ...paymentRow(payment, parts),
        reference_number: numbers.of[nth] ?? '',
        images: JSON.stringify(slips[nth] ? [slips[nth].ref] : []),
        ...onlineColumns(payment, numbers.of[nth] ?? '', references[nth] ?? null, parts.random),
      })),
    )
    .returning('id')
    .execute()
  const ids = inserted.map(({ id }) => id)

  await insertEvents(tx, payments, ids, parts)
  await insertSlips(tx, payments, ids, slips, parts)
  await insertSandbox(tx, payments, ids)
  const receipts = await writeReceipts(tx, payments, ids, parts)
  await tx
    .insertInto('ticket_counters')
    .values([
      ...numbers.last.map(({ year, last }) => ({ module: 'payment', year, last })),
      ...receipts.map(({ year, last }) => ({ module: 'receipt', year, last })),
    ])
    .execute()
  const rows = new Map((await findRows(tx, ids)).map((row) => [row.id, row]))
  return payments.flatMap((payment, nth) => {
    const row = rows.get(ids[nth] ?? 0)
    return row ? [{ payment, row }] : []
  })
}

function paymentRow(
  payment: DemoPayment,
  { people, months, balances, tickets, clock, cashier }: PaymentParts,
) {
  const resident = people.residents[payment.resident] as DemoResident
  const { soaDate } = months[payment.month] as DemoMonth
  const cashierId = people.administrators[cashier] ?? null
  const stamp = (status: number) => payment.steps.find(({ by, to }) => by === 'office' && to === status)?.at
  const verified = stamp(PAYMENT_STATUS.verified)
  const ofReservation = payment.reservation === null ? null : tickets[payment.reservation]
  return {
    tenant_id: people.tenants[payment.resident] ?? 0,
    type: payment.type,
    // A payment becomes posted with its receipt, which is made from the row.
    status: payment.status === PAYMENT_STATUS.posted ? PAYMENT_STATUS.verified : payment.status,
    version: payment.steps.length,
    soa_amount: balances[payment.resident]?.[payment.month] ?? 0,
    soa_date: soaDate,
    amount_paid: payment.amount,
    invoice_number: invoiceNumber(resident.clientCode, wallClock(soaDate, clock.timeZone)),
    invoice_date: soaDate,
    transaction_date: payment.transactionDate,
    name: resident.uoccname,
    remarks: payment.remarks,
    set_aside: payment.setAside,
    reservation_id: ofReservation?.id ?? null,
    post_by_id: ofReservation ? cashierId : null,
    verified_date: verified ?? null,
    verified_by_id: verified ? cashierId : null,
    created_at: payment.createdAt,
    updated_at: lastStep(payment),
    email: payment.type === 1 ? '' : resident.email,
    mobile: payment.type === 3 ? resident.phone : '',
  }
}

/** What an online payment has besides: the number it goes by at the sandbox, its page there and what it said. */
function onlineColumns(payment: DemoPayment, number: string, reference: string | null, random: Random) {
  const gateway = GATEWAYS[payment.type]
  return {
    txn_id: gateway ? `${number}-${hex(random, 16)}` : null,
    gateway_reference: reference,
    return_url: gateway ? `/api/sandbox/${gateway}/${reference}` : null,
    outsource_status: payment.outsource,
    gateway_method: payment.method,
    gateway_amount: payment.gatewayAmount,
    settled_at: payment.settledAt,
    message: payment.message,
    sandbox: gateway !== undefined,
  }
}

const GATEWAYS: Readonly<Record<number, 'dragonpay' | 'aqwire' | undefined>> = {
  2: 'dragonpay',
  3: 'aqwire',
}

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.between(0, 15).toString(16)).join('')

/** As the sandbox numbers what it is asked for. */
const sandboxReference = (random: Random): string =>
  `SB${Array.from({ length: 14 }, () => random.pick([...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('')}`

async function slipOf(
  payment: DemoPayment,
  { people, chest, picture }: PaymentParts,
): Promise<ChestFile | null> {
  if (payment.slip === null) return null
  const name = `deposit_slip_${people.residents[payment.resident]?.clientCode ?? ''}`
  return chest.add('depositslip', name, await picture(payment.slip), payment.createdAt)
}

async function insertSlips(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
  slips: readonly (ChestFile | null)[],
  { people }: PaymentParts,
): Promise<void> {
  const rows = slips.flatMap((slip, nth) =>
    slip
      ? [
          slip.row({
            uploader_area: 'client',
            uploader_id: people.tenants[payments[nth]?.resident ?? 0] ?? 0,
            owner_kind: 'payment',
            owner_id: ids[nth] ?? 0,
          }),
        ]
      : [],
  )
  await tx.insertInto('files').values(rows).execute()
}

async function insertEvents(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
  parts: PaymentParts,
): Promise<void> {
  const events = payments
    .flatMap((payment, nth) => payment.steps.map((step) => ({ payment, step, id: ids[nth] ?? 0 })))
    .toSorted((a, b) => a.step.at.getTime() - b.step.at.getTime())
    .map(({ payment, step, id }) => ({
      payment_id: id,
      at: step.at,
      ...actorOf(payment, step, parts),
      from_status: step.from,
      to_status: step.to,
      from_outsource: step.fromOutsource,
      to_outsource: step.toOutsource,
      fields: step.setAside ? ['setAside'] : [],
      remark: step.remark,
    }))
  await tx.insertInto('payment_events').values(events).execute()
}

function actorOf(payment: DemoPayment, { by }: PaymentStep, { people, cashier }: PaymentParts) {
  if (by === 'gateway') {
    const { area, id, name } = gatewayActor(payment.type)
    return { actor_area: area, actor_id: id, actor_name: name }
  }
  if (by === 'office')
    return {
      actor_area: 'admin',
      actor_id: people.administrators[cashier] ?? null,
      actor_name: nameOf(people, cashier),
    }
  return {
    actor_area: 'client',
    actor_id: people.tenants[payment.resident] ?? null,
    actor_name: people.residents[payment.resident]?.uoccname ?? '',
  }
}

const nameOf = ({ staff }: People, index: number): string =>
  staff[index] ? `${staff[index].firstName} ${staff[index].lastName}` : ''

/** The sandbox knows what was begun with it, so that a pending payment can still be paid or cancelled there. */
async function insertSandbox(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
): Promise<void> {
  const online = payments.flatMap((payment, nth) =>
    payment.type === 1 ? [] : [{ id: ids[nth] ?? 0, status: STANDS[payment.outsource ?? ''] ?? 'created' }],
  )
  await sql`
    insert into sandbox_transactions (gateway, txn_id, reference, amount, description, email, status, created_at, updated_at)
    select case p.type when 2 then 'dragonpay' else 'aqwire' end, p.txn_id, p.gateway_reference, p.amount_paid,
      'Payments ' || p.reference_number, p.email, o.status, p.created_at, p.updated_at
    from unnest(${online.map(({ id }) => id)}::bigint[], ${online.map(({ status }) => status)}::text[]) as o(id, status)
    join payments p on p.id = o.id`.execute(tx)
}

const STANDS: Readonly<Record<string, string>> = { S: 'paid', R: 'paid', P: 'pending', F: 'failed' }

/** Posts what is posted, each with the receipt that the portal would have frozen then. Answers the last number of each year. */
async function writeReceipts(
  tx: Tx,
  payments: readonly DemoPayment[],
  ids: readonly number[],
  { people, cashier, clock, community }: PaymentParts,
): Promise<{ year: number; last: number }[]> {
  const posted = payments
    .flatMap((payment, nth) => {
      const step = payment.steps.find(({ to, by }) => to === PAYMENT_STATUS.posted && by === 'office')
      return step && payment.status === PAYMENT_STATUS.posted ? [{ id: ids[nth] ?? 0, at: step.at }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const rows = new Map(
    (
      await findRows(
        tx,
        posted.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const numbers = numberByYear(
    'AR',
    posted.map(({ at }) => at),
    clock.timeZone,
  )
  const receipts = posted.flatMap(({ id, at }, nth): { id: number; receipt: ReceiptData }[] => {
    const row = rows.get(id)
    if (!row) return []
    const receipt = receiptOf(row, {
      number: numbers.of[nth] ?? '',
      postedAt: at.toISOString(),
      timeZone: clock.timeZone,
      community: { name: community, logo: null },
      postedBy: nameOf(people, cashier),
    })
    return [{ id, receipt }]
  })
  await sql`
    update payments p set status = ${PAYMENT_STATUS.posted}, posted_date = (r.receipt ->> 'postedAt')::timestamptz,
      posted_by_id = ${people.administrators[cashier] ?? null}, receipt_number = r.receipt ->> 'number', receipt = r.receipt
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r(id bigint, receipt jsonb) where p.id = r.id`.execute(
    tx,
  )
  return numbers.last
}
