import { invoiceNumber, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { wallClock } from '@tahanan/contract/time.ts'
import type { GatewayOutcome } from '../../features/billing/gateways/gateway.ts'
import { decide } from '../../features/billing/payments/decide.ts'
import type { Community } from '../community.ts'
import type { NumberedTicket } from '../insert-tickets.ts'
import { instantOf } from '../moments.ts'
import { find } from '../people.ts'
import type { DemoResident, Known } from '../people.ts'
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

type Decision = 'verified' | 'posted' | 'rejected'

/** A letter of the gateway, with the amount that it names where that is another; or the office's decision, with a remark. */
type Step =
  | { [To in Decision]: readonly [to: To, at: string, remark?: string] }[Decision]
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
  /** How it was paid at the gateway. */
  readonly method?: string
  /** It belongs to the reservation of the unit that waits; nothing is paid with it. */
  readonly reservation?: true
  readonly steps?: readonly Step[]
}

/** One line of a payment's history. */
export interface PaymentStep {
  readonly at: Date
  readonly by: 'resident' | 'gateway' | 'office'
  readonly from: number | null
  readonly to: number
  readonly fromOutsource: string | null
  readonly toOutsource: string | null
  readonly remark: string | null
  readonly setAside: boolean
}

/** A payment with its history. */
export interface DemoPayment {
  readonly resident: Known<DemoResident>
  readonly month: number
  readonly slip: string | null
  readonly steps: PaymentStep[]
  /** Its row, all but number and id. */
  readonly row: PaymentColumns
}

type PaymentColumns = ReturnType<typeof beginPayment>

export interface PaymentsPlan {
  readonly community: Pick<Community, 'residents' | 'clock'>
  readonly months: readonly DemoMonth[]
  /** For the reservation that a payment belongs to. */
  readonly tickets: readonly NumberedTicket[]
}

/** Returns the payments of the last months, oldest first: in every status, by every way, and in every kind of trouble. */
export function planPayments(plan: PaymentsPlan): DemoPayment[] {
  return readCommunity<readonly PaymentEntry[]>('payments')
    .map((entry) => planPayment(entry, plan))
    .toSorted((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime())
}

function planPayment(entry: PaymentEntry, { community, months, tickets }: PaymentsPlan): DemoPayment {
  const { clock } = community
  const month = months[entry.month]
  if (!month) throw new RangeError(`There is no month ${entry.month}.`)
  const base = month === months.at(-1) ? clock : { ...clock, now: month.importedAt }
  const instant = (moment: string): Date => instantOf(moment, base)
  const resident = find(community.residents, entry.unit)
  const row = beginPayment(entry, resident, month, instant, clock.timeZone)
  if (entry.reservation) row.reservation_id = waitingReservation(tickets, resident.id)
  const payment: DemoPayment = { resident, month: entry.month, slip: entry.slip ?? null, row, steps: [] }
  const begin = { from: null, to: row.status, by: entry.reservation ? 'office' : 'resident' } as const
  addStep(payment, { at: row.created_at, ...begin })
  for (const step of entry.steps ?? []) {
    if (step[0] === 'verified' || step[0] === 'posted' || step[0] === 'rejected')
      officeDecides(payment, PAYMENT_STATUS[step[0]], instant(step[1]), step[2] ?? null)
    else gatewaySays(payment, step[0], instant(step[1]), step[2] ?? row.amount_paid)
  }
  return payment
}

/** Returns the row of a payment as its resident begins it. */
function beginPayment(
  entry: PaymentEntry,
  resident: Known<DemoResident>,
  { soaDate }: DemoMonth,
  instant: (moment: string) => Date,
  timeZone: string,
) {
  const type: number = TYPES[entry.by]
  // A deposit is for verification at once, an online payment created.
  const isDeposit = type === TYPES.deposit && !entry.reservation
  const owed = resident.owed[entry.month] ?? 0
  const createdAt = instant(entry.made)
  return {
    tenant_id: resident.id,
    type,
    status: (isDeposit ? PAYMENT_STATUS.forVerification : PAYMENT_STATUS.created) as number,
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
    gateway_amount: null as number | null,
    settled_at: null as Date | null,
    outsource_status: null as string | null,
    message: '',
    remarks: '',
    set_aside: null as string | null,
    reservation_id: null as number | null,
    created_at: createdAt,
    updated_at: createdAt,
    version: 0,
  }
}

function waitingReservation(tickets: readonly NumberedTicket[], residentId: number): number | null {
  const found = tickets.findLast(
    ({ module, status, resident }) => module.holds && status === 1 && resident.id === residentId,
  )
  return found?.id ?? null
}

/** Applies a message of the gateway, by the same rules as a real one. */
function gatewaySays(payment: DemoPayment, letter: Letter, at: Date, amount: number): void {
  const outcome: GatewayOutcome = {
    outsourceStatus: letter,
    reference: null,
    message: MESSAGES[letter],
    amount,
    fee: null,
    currency: 'PHP',
    method: null,
    settledAt: null,
    source: 'message',
  }
  const { row } = payment
  const { status, outsourceStatus, reasons } = decide(
    {
      status: row.status,
      outsourceStatus: row.outsource_status,
      amountPaid: row.amount_paid,
      currency: 'PHP',
      setAside: row.set_aside,
    },
    outcome,
  )
  const remark = reasons.join('\n') || MESSAGES[letter]
  const setAside = reasons.length > 0
  addStep(payment, { at, by: 'gateway', to: status, toOutsource: outsourceStatus, remark, setAside })
  row.message = MESSAGES[letter]
  row.set_aside = [row.set_aside, ...reasons].filter(Boolean).join('\n') || null
  if (letter !== 'S') return
  row.gateway_amount = amount
  row.settled_at = at
}

function officeDecides(payment: DemoPayment, to: number, at: Date, remark: string | null): void {
  addStep(payment, { at, by: 'office', to, remark })
  if (remark !== null) payment.row.remarks = remark
}

/** Moves a payment a step on. */
function addStep(
  { row, steps }: DemoPayment,
  step: Pick<PaymentStep, 'at' | 'by' | 'to'> & Partial<PaymentStep>,
): void {
  const outsource = row.outsource_status
  const stay = { from: row.status, fromOutsource: outsource, toOutsource: outsource }
  steps.push({ remark: null, setAside: false, ...stay, ...step })
  row.status = step.to
  row.outsource_status = step.toOutsource ?? outsource
  row.updated_at = step.at
  row.version = steps.length
}
