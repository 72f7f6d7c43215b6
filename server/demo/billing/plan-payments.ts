import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { decide } from '#features/payments/decide.ts'
import { gatewayActor } from '#features/payments/history.ts'
import type { DB } from '#platform/db/generated.ts'
import type { EventActor } from '#platform/history.ts'
import { invoiceNumber, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { wallClock } from '@tahanan/contract/time.ts'
import { byTime, type Community } from '../community.ts'
import type { InsertedTicket } from '../insert-tickets.ts'
import { instantOf } from '../moments.ts'
import { numbering } from '../numbers.ts'
import { find, type DemoResident, type Known } from '../people.ts'
import { readCommunity } from '../read-community.ts'
import type { DemoMonth } from './months.ts'

/** 1 a deposit, 2 by Dragonpay, 3 by AQWire. */
const TYPES = { deposit: 1, dragonpay: 2, aqwire: 3 } as const

/** Message that the gateway sends with each status letter. */
const MESSAGES = {
  S: 'Paid',
  P: 'Waiting for the deposit',
  F: 'Insufficient funds',
  R: 'Refunded',
} as const
type Letter = keyof typeof MESSAGES

/** A letter of the gateway, with the amount that it names where that is another; or the office's decision, with a remark. */
type Step =
  | readonly [to: 'verified' | 'posted' | 'rejected', at: string, remark?: string]
  | readonly [says: Letter, at: string, amount?: number]

/** A payment of `community/payments.json`. Moments count from the import of its month, of the latest month from now. */
interface PaymentEntry {
  readonly unit: string
  /** The statement that it pays, 0 the oldest of six. */
  readonly month: number
  readonly by: keyof typeof TYPES
  /** Pesos; all that the statement says without. */
  readonly amount?: number
  readonly made: string
  /** When the money of a deposit left. */
  readonly paid?: string
  readonly slip?: string
  /** Way of paying at the gateway. */
  readonly method?: string
  /** It belongs to the reservation of the unit that waits; nothing is paid with it. */
  readonly reservation?: true
  readonly steps?: readonly Step[]
}

type PaymentRow = Omit<Insertable<DB['payments']>, 'images' | 'amount_paid'> & {
  status: number
  amount_paid: number
  created_at: Date
  transaction_date: Date
}
type PaymentEvent = Omit<Insertable<DB['payment_events']>, 'payment_id' | 'at'> & { at: Date }

/** A payment with its row, all but the id, and its history. */
export interface DemoPayment {
  readonly resident: Known<DemoResident>
  readonly month: number
  readonly slip: string | null
  readonly row: PaymentRow
  readonly events: PaymentEvent[]
  /** When it got its receipt. */
  postedAt: Date | null
}

/** The desk that imports statements and works on payments. */
export const cashierOf = ({ administrators }: Pick<Community, 'administrators'>) =>
  find(administrators, 'accounting')

/** Returns the payments of the last months, oldest first: in every status, by every way, and in every kind of trouble. */
export function planPayments(
  community: Pick<Community, 'administrators' | 'residents' | 'clock'>,
  months: readonly DemoMonth[],
  tickets: readonly InsertedTicket[],
): DemoPayment[] {
  const nextNumber = numbering(community.clock.timeZone)
  return readCommunity<readonly PaymentEntry[]>('payments')
    .map((entry) => planPayment(entry, community, months, tickets))
    .toSorted((a, b) => byTime(a.row, b.row))
    .map((payment) => {
      const number = nextNumber('PY', payment.row.created_at)
      return {
        ...payment,
        row: { ...payment.row, reference_number: number, ...onlineColumns(payment.row.type, number) },
      }
    })
}

function planPayment(
  entry: PaymentEntry,
  ...[community, months, tickets]: Parameters<typeof planPayments>
): DemoPayment {
  const { clock } = community
  const month = months[entry.month]
  if (!month) throw new RangeError(`There is no month ${entry.month}.`)
  const base = month === months.at(-1) ? clock : { ...clock, now: month.importedAt }
  const instant = (moment: string): Date => instantOf(moment, base)
  const resident = find(community.residents, entry.unit)
  const office = { area: 'admin', ...cashierOf(community) }
  const row = beginPayment(entry, resident, month, instant, clock.timeZone)
  const { month: nth, slip = null } = entry
  const payment: DemoPayment = { resident, month: nth, slip, row, events: [], postedAt: null }
  if (entry.reservation) {
    const waiting = tickets.findLast(
      (ticket) =>
        ticket.module.holds && ticket.row.status === STATUS.approval && ticket.resident.id === resident.id,
    )
    Object.assign(row, { reservation_id: waiting?.id, post_by_id: office.id })
  }
  const begun = { at: row.created_at, to: row.status }
  addEvent(payment, entry.reservation ? office : { area: 'client', ...resident }, begun)
  for (const [to, moment, more] of entry.steps ?? []) {
    const at = instant(moment)
    if (to === 'verified' || to === 'posted' || to === 'rejected') {
      const remark = typeof more === 'string' ? more : null
      addEvent(payment, office, { at, to: PAYMENT_STATUS[to], remark })
      row.remarks = remark ?? row.remarks
      if (to === 'verified') Object.assign(row, { verified_date: at, verified_by_id: office.id })
      if (to === 'posted') payment.postedAt = at
    } else gatewaySays(payment, to, at, typeof more === 'number' ? more : row.amount_paid)
  }
  return payment
}

/** Returns the further columns of an online payment: its reference number in the sandbox, and its page there. */
function onlineColumns(type: number, number: string) {
  if (type === TYPES.deposit) return {}
  const gateway = type === TYPES.aqwire ? 'aqwire' : 'dragonpay'
  const id = hash('sha256', number)
  const reference = `SB${id.slice(-14).toUpperCase()}`
  return {
    txn_id: `${number}-${id.slice(0, 16)}`,
    gateway_reference: reference,
    return_url: `/api/sandbox/${gateway}/${reference}`,
    sandbox: true,
  }
}

/** Returns the row of a payment as its resident begins it. */
function beginPayment(
  entry: PaymentEntry,
  resident: Known<DemoResident>,
  { soaDate }: DemoMonth,
  instant: (moment: string) => Date,
  timeZone: string,
): PaymentRow {
  const type: number = TYPES[entry.by]
  // A deposit is for verification at once, an online payment created.
  const isDeposit = type === TYPES.deposit && !entry.reservation
  const owed = resident.owed[entry.month] ?? 0
  const createdAt = instant(entry.made)
  return {
    reference_number: '',
    tenant_id: resident.id,
    type,
    status: isDeposit ? PAYMENT_STATUS.forVerification : PAYMENT_STATUS.created,
    soa_amount: owed,
    soa_date: soaDate,
    amount_paid: entry.reservation ? 0 : (entry.amount ?? owed),
    invoice_number: invoiceNumber(resident.unit, wallClock(soaDate, timeZone)),
    invoice_date: soaDate,
    transaction_date: entry.paid ? instant(entry.paid) : createdAt,
    name: resident.name,
    email: type === TYPES.deposit ? '' : resident.email,
    mobile: type === TYPES.aqwire ? resident.phone : '',
    gateway_method: entry.method ?? null,
    created_at: createdAt,
  }
}

/** Applies a message of the gateway, by the same rules as a real one. */
function gatewaySays(payment: DemoPayment, letter: Letter, at: Date, amount: number): void {
  const { row } = payment
  const { outsource_status = null, set_aside = null } = row
  const before = { ...row, outsource_status, set_aside, currency: 'PHP' }
  const word = { outsourceStatus: letter, amount, fee: null, currency: null }
  const { status: to, outsourceStatus: toOutsource, reasons } = decide(before, word)
  const remark = reasons.join('\n') || MESSAGES[letter]
  const fields = reasons.length > 0 ? ['setAside'] : []
  addEvent(payment, gatewayActor(row.type), { at, to, toOutsource, remark, fields })
  row.message = MESSAGES[letter]
  row.set_aside = [row.set_aside, ...reasons].filter(Boolean).join('\n') || null
  if (letter === 'S') Object.assign(row, { gateway_amount: amount, settled_at: at })
}

/** Moves a payment a step on. The first step is from nothing. */
function addEvent(
  { row, events }: DemoPayment,
  { area, id, name }: EventActor,
  step: { at: Date; to: number; toOutsource?: string | null; remark?: string | null; fields?: string[] },
): void {
  const { at, to, toOutsource = row.outsource_status, remark = null, fields = [] } = step
  events.push({
    at,
    actor_area: area,
    actor_id: id,
    actor_name: name,
    from_status: events.length === 0 ? null : row.status,
    to_status: to,
    from_outsource: row.outsource_status,
    to_outsource: toOutsource,
    fields,
    remark,
  })
  Object.assign(row, { status: to, outsource_status: toOutsource, updated_at: at, version: events.length })
}
