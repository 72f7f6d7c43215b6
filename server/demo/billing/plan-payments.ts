import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { decidePaymentChange } from '#features/payments/decide-payment-change.ts'
import { toGatewayActor } from '#features/payments/record-payment-event.ts'
import type { EventActor } from '#platform/add-events.ts'
import type { DB } from '#platform/db/generated.ts'
import { formatInvoiceNumber, PAYMENT_PREFIX, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { toWallClock } from '@tahanan/contract/time.ts'
import { compareByTime, type Community } from '../community.ts'
import { parseDemoTime } from '../demo-clock.ts'
import type { InsertedTicket } from '../insert-tickets.ts'
import { loadCommunityFile } from '../load-community-file.ts'
import { createNumberCounter } from '../number-series.ts'
import { findPerson, type DemoResident, type WithId } from '../people.ts'
import type { DemoMonth } from './months.ts'

const PAYMENT_TYPES = { deposit: 1, dragonpay: 2, aqwire: 3 } as const

const GATEWAY_MESSAGES = {
  S: 'Paid',
  P: 'Waiting for the deposit',
  F: 'Insufficient funds',
  R: 'Refunded',
} as const
type GatewayStatusCode = keyof typeof GATEWAY_MESSAGES

/**
 * Change in the history of a payment: the office sets a status, with a remark, or the payment gateway reports
 * one. `amount` is given only if the gateway reports another amount.
 */
type PaymentStep =
  | readonly [to: 'verified' | 'posted' | 'rejected', at: string, remark?: string]
  | readonly [says: GatewayStatusCode, at: string, amount?: number]

/**
 * Payment in `community/payments.json`. Its times are relative to the import of the month's statements, but
 * in the latest month to the present.
 */
interface PaymentJson {
  readonly unit: string
  /** Number of the month whose statement is paid: 0 is the oldest of six. */
  readonly month: number
  readonly by: keyof typeof PAYMENT_TYPES
  /** Amount in pesos; by default the amount of the statement. */
  readonly amount?: number
  readonly made: string
  readonly paid?: string
  readonly slip?: string
  readonly method?: string
  /** True for a payment of ₱0.00 that belongs to the unit's reservation with the status 'for approval'. */
  readonly reservation?: true
  readonly steps?: readonly PaymentStep[]
}

type PaymentRow = Omit<Insertable<DB['payments']>, 'images' | 'amount_paid'> & {
  status: number
  amount_paid: number
  created_at: Date
  transaction_date: Date
}
type PaymentEvent = Omit<Insertable<DB['payment_events']>, 'payment_id' | 'at'> & { at: Date }

export interface DemoPayment {
  readonly resident: WithId<DemoResident>
  readonly month: number
  readonly slip: string | null
  readonly row: PaymentRow
  readonly events: PaymentEvent[]
  postedAt: Date | null
}

export const getCashier = ({ administrators }: Pick<Community, 'administrators'>) =>
  findPerson(administrators, 'accounting')

export function planPayments(
  community: Pick<Community, 'administrators' | 'residents' | 'clock'>,
  months: readonly DemoMonth[],
  tickets: readonly InsertedTicket[],
): DemoPayment[] {
  const nextNumber = createNumberCounter(community.clock.timeZone)
  return loadCommunityFile<readonly PaymentJson[]>('payments')
    .map((entry) => planPayment(entry, community, months, tickets))
    .toSorted((a, b) => compareByTime(a.row, b.row))
    .map((payment) => {
      const number = nextNumber(PAYMENT_PREFIX, payment.row.created_at)
      return {
        ...payment,
        row: { ...payment.row, reference_number: number, ...createOnlineColumns(payment.row.type, number) },
      }
    })
}

function planPayment(
  entry: PaymentJson,
  ...[community, months, tickets]: Parameters<typeof planPayments>
): DemoPayment {
  const { clock } = community
  const month = months[entry.month]
  if (!month) throw new RangeError(`There is no month ${entry.month}.`)
  const baseClock = month === months.at(-1) ? clock : { ...clock, now: month.importedAt }
  const toInstant = (demoTime: string): Date => parseDemoTime(demoTime, baseClock)
  const resident = findPerson(community.residents, entry.unit)
  const cashierActor = { area: 'admin', ...getCashier(community) }
  const row = createPaymentRow(entry, resident, month, toInstant, clock.timeZone)
  const { month: monthIndex, slip = null } = entry
  const payment: DemoPayment = { resident, month: monthIndex, slip, row, events: [], postedAt: null }
  if (entry.reservation) {
    const unpaidReservation = tickets.findLast(
      (ticket) =>
        ticket.module.heldResource &&
        ticket.row.status === STATUS.approval &&
        ticket.resident.id === resident.id,
    )
    Object.assign(row, { reservation_id: unpaidReservation?.id, post_by_id: cashierActor.id })
  }
  const firstEvent = { at: row.created_at, to: row.status }
  addEvent(payment, entry.reservation ? cashierActor : { area: 'client', ...resident }, firstEvent)
  for (const [to, demoTime, remarkOrAmount] of entry.steps ?? []) {
    const eventTime = toInstant(demoTime)
    if (to === 'verified' || to === 'posted' || to === 'rejected') {
      const remark = typeof remarkOrAmount === 'string' ? remarkOrAmount : null
      addEvent(payment, cashierActor, { at: eventTime, to: PAYMENT_STATUS[to], remark })
      row.remarks = remark ?? row.remarks
      if (to === 'verified') Object.assign(row, { verified_date: eventTime, verified_by_id: cashierActor.id })
      if (to === 'posted') payment.postedAt = eventTime
    } else
      applyGatewayReport(
        payment,
        to,
        eventTime,
        typeof remarkOrAmount === 'number' ? remarkOrAmount : row.amount_paid,
      )
  }
  return payment
}

function createOnlineColumns(type: number, number: string) {
  if (type === PAYMENT_TYPES.deposit) return {}
  const gateway = type === PAYMENT_TYPES.aqwire ? 'aqwire' : 'dragonpay'
  const id = hash('sha256', number)
  const reference = `SB${id.slice(-14).toUpperCase()}`
  return {
    txn_id: `${number}-${id.slice(0, 16)}`,
    gateway_reference: reference,
    return_url: `/api/sandbox/${gateway}/${reference}`,
    sandbox: true,
  }
}

function createPaymentRow(
  entry: PaymentJson,
  resident: WithId<DemoResident>,
  { soaDate }: DemoMonth,
  instant: (demoTime: string) => Date,
  timeZone: string,
): PaymentRow {
  const paymentType: number = PAYMENT_TYPES[entry.by]
  const isDeposit = paymentType === PAYMENT_TYPES.deposit && !entry.reservation
  const billedAmount = resident.statementAmounts[entry.month] ?? 0
  const createdAt = instant(entry.made)
  return {
    reference_number: '',
    tenant_id: resident.id,
    type: paymentType,
    status: isDeposit ? PAYMENT_STATUS.forVerification : PAYMENT_STATUS.created,
    soa_amount: billedAmount,
    soa_date: soaDate,
    amount_paid: entry.reservation ? 0 : (entry.amount ?? billedAmount),
    invoice_number: formatInvoiceNumber(resident.unit, toWallClock(soaDate, timeZone)),
    invoice_date: soaDate,
    transaction_date: entry.paid ? instant(entry.paid) : createdAt,
    name: resident.name,
    email: paymentType === PAYMENT_TYPES.deposit ? '' : resident.email,
    mobile: paymentType === PAYMENT_TYPES.aqwire ? resident.phone : '',
    gateway_method: entry.method ?? null,
    created_at: createdAt,
  }
}

/**
 * Changes a demo payment as the gateway reports it. Calls the portal's own function, so that the demo follows
 * the same rules.
 */
function applyGatewayReport(
  payment: DemoPayment,
  statusCode: GatewayStatusCode,
  at: Date,
  amount: number,
): void {
  const { row } = payment
  const { outsource_status = null, set_aside = null } = row
  const paymentBefore = { ...row, outsource_status, set_aside, currency: 'PHP' }
  const gatewayReport = { outsourceStatus: statusCode, amount, fee: null, currency: null }
  const {
    status: to,
    outsourceStatus: toOutsource,
    reasons,
  } = decidePaymentChange(paymentBefore, gatewayReport)
  const remark = reasons.join('\n') || GATEWAY_MESSAGES[statusCode]
  const changedFields = reasons.length > 0 ? ['setAside'] : []
  addEvent(payment, toGatewayActor(row.type), {
    at,
    to,
    newOutsourceStatus: toOutsource,
    remark,
    fields: changedFields,
  })
  row.message = GATEWAY_MESSAGES[statusCode]
  row.set_aside = [row.set_aside, ...reasons].filter(Boolean).join('\n') || null
  if (statusCode === 'S') Object.assign(row, { gateway_amount: amount, settled_at: at })
}

function addEvent(
  { row, events }: DemoPayment,
  { area, id, name }: EventActor,
  step: {
    at: Date
    to: number
    newOutsourceStatus?: string | null
    remark?: string | null
    fields?: string[]
  },
): void {
  const { at, to, newOutsourceStatus = row.outsource_status, remark = null, fields = [] } = step
  events.push({
    at,
    actor_area: area,
    actor_id: id,
    actor_name: name,
    from_status: events.length === 0 ? null : row.status,
    to_status: to,
    from_outsource: row.outsource_status,
    to_outsource: newOutsourceStatus,
    fields,
    remark,
  })
  Object.assign(row, {
    status: to,
    outsource_status: newOutsourceStatus,
    updated_at: at,
    version: events.length,
  })
}
