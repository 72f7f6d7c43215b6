import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { GatewayOutcome } from '../../features/billing/gateways/gateway.ts'
import { decide } from '../../features/billing/payments/decide.ts'
import { HOUR, inOfficeHours, later, MINUTE } from '../clock.ts'
import type { DemoClock } from '../clock.ts'
import type { PictureName } from '../pictures/album.ts'
import type { Random } from '../random.ts'

/** 1 a deposit, 2 by Dragonpay, 3 by AQWire. */
export type PaymentType = 1 | 2 | 3

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

/** A payment with its history, all but the ids and numbers that the database gives. */
export interface DemoPayment {
  readonly resident: number
  readonly type: PaymentType
  /** Pesos. */
  readonly amount: number
  /** Which statement it pays, as an index of the months. */
  readonly month: number
  readonly createdAt: Date
  /** When the money left: of a deposit some hours before it was told. */
  readonly transactionDate: Date
  readonly slip: PictureName | null
  /** How it was paid at the gateway; null while it is not. */
  method: string | null
  gatewayAmount: number | null
  settledAt: Date | null
  status: number
  outsource: string | null
  message: string
  remarks: string
  setAside: string | null
  /** The reservation that it belongs to, as an index of the tickets; null for none. */
  readonly reservation: number | null
  readonly steps: PaymentStep[]
}

const METHODS = { 2: ['GCash', 'BPI Online', '7-Eleven', 'Bayad Center'], 3: ['Visa', 'Mastercard'] } as const

/** Begins a payment as its resident does: a deposit is for verification at once, an online payment created (rules 8.2). */
export function beginPayment(
  given: Pick<DemoPayment, 'resident' | 'type' | 'amount' | 'month' | 'createdAt' | 'slip'> &
    Partial<Pick<DemoPayment, 'reservation'>>,
  random: Random,
): DemoPayment {
  const created = given.type !== 1 || given.reservation !== undefined
  const status = created ? PAYMENT_STATUS.created : PAYMENT_STATUS.forVerification
  const { createdAt } = given
  return {
    reservation: null,
    ...given,
    transactionDate: created ? createdAt : later(createdAt, -random.between(20, 300) * MINUTE),
    method: null,
    gatewayAmount: null,
    settledAt: null,
    status,
    outsource: null,
    message: '',
    remarks: '',
    setAside: null,
    steps: [
      {
        at: createdAt,
        by: given.reservation === undefined ? 'resident' : 'office',
        from: null,
        to: status,
        fromOutsource: null,
        toOutsource: null,
        remark: null,
        setAside: false,
      },
    ],
  }
}

/** The moment of a payment's last step. */
export const lastStep = ({ steps }: DemoPayment): Date => steps.at(-1)?.at ?? new Date(0)

/**
 * What the gateway says some minutes later, decided on by the same rules as real messages; `amount` where it is another
 * than the payment's. Words that would come after now are not said yet.
 */
export function gatewaySays(
  payment: DemoPayment,
  letter: 'S' | 'P' | 'F' | 'R',
  { random, clock, amount = payment.amount }: { random: Random; clock: DemoClock; amount?: number },
  afterMinutes: number = random.between(3, 20),
): void {
  const at = later(lastStep(payment), afterMinutes * MINUTE)
  if (at >= clock.now) return
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
  const { status, outsourceStatus, reasons } = decide(
    {
      status: payment.status,
      outsourceStatus: payment.outsource,
      amountPaid: payment.amount,
      currency: 'PHP',
      setAside: payment.setAside,
    },
    outcome,
  )
  payment.steps.push({
    at,
    by: 'gateway',
    from: payment.status,
    to: status,
    fromOutsource: payment.outsource,
    toOutsource: outsourceStatus,
    remark: reasons.join('\n') || MESSAGES[letter] || null,
    setAside: reasons.length > 0,
  })
  payment.status = status
  payment.outsource = outsourceStatus
  payment.message = MESSAGES[letter]
  payment.setAside = [payment.setAside, ...reasons].filter(Boolean).join('\n') || null
  if (letter !== 'S') return
  payment.gatewayAmount = amount
  payment.method = random.pick(METHODS[payment.type === 3 ? 3 : 2])
  payment.settledAt = at
}

const MESSAGES = {
  S: 'Paid',
  P: 'Waiting for the deposit',
  F: 'Insufficient funds',
  R: 'Refunded',
} as const

/** What the office decides in its hours, some hours later. What it would decide after now is not decided yet. */
export function officeDecides(
  payment: DemoPayment,
  to: 3 | 4 | 5,
  { random, clock, remark = null }: { random: Random; clock: DemoClock; remark?: string | null },
): void {
  const due = later(lastStep(payment), random.between(1, 20) * HOUR + random.between(0, 59) * MINUTE)
  const at = inOfficeHours(due, random.between(5, 55), clock.timeZone)
  if (at >= later(clock.now, -MINUTE)) return
  payment.steps.push({
    at,
    by: 'office',
    from: payment.status,
    to,
    fromOutsource: payment.outsource,
    toOutsource: payment.outsource,
    remark,
    setAside: false,
  })
  payment.status = to
  if (remark !== null) payment.remarks = remark
}
