import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { TAKEN_BACK_LETTERS } from '@tahanan/contract/billing/gateway-outcome.ts'
import { paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { methodLabel } from './payment.ts'

/** Standings of a payment that no tag tells apart: all of these show FOR VERIFICATION (rules 8.1). */
export type Standing = 'notPaid' | 'failed' | 'waiting' | 'sent' | 'paid'

type Stated = Pick<Payment, 'type' | 'status' | 'outsourceStatus' | 'message' | 'reservation'>

// AQWire has no letters; the server keeps the word that it said (payments.md)
const AQWIRE_FAILED = /^AQWire says (?:FAIL|DECLIN|REJECT|EXPIR|ERROR)/i
const AQWIRE_CANCELLED = /^AQWire says (?:CANCEL|VOID)/i

/** Returns the standing of a payment for its resident; undefined where its tag tells it. */
export function standingOf(payment: Stated): Standing | undefined {
  const { type, status, outsourceStatus, message, reservation } = payment
  const { channel } = paymentTypeInfo(type)
  if (channel !== 'gateway') return channel === 'deposit' && status === 2 && !reservation ? 'sent' : undefined
  // the office's decisions and refunds have words of their own
  if (status === 3 || status === 4 || isTakenBack(payment)) return undefined
  if (outsourceStatus === 'F' || AQWIRE_FAILED.test(message)) return 'failed'
  if (outsourceStatus === 'V' || AQWIRE_CANCELLED.test(message)) return 'notPaid'
  if (status > 2) return undefined
  if (outsourceStatus === null) return 'notPaid'
  return outsourceStatus === 'S' ? 'paid' : 'waiting'
}

const WORDS = {
  notPaid: 'Not paid',
  failed: 'Failed',
  sent: 'Slip sent, the office is checking',
  paid: 'Paid, the office is checking',
}

/** A standing in words. */
export function standingWords(standing: Standing, { type }: Pick<Payment, 'type'>): string {
  return standing === 'waiting' ? `Waiting for ${methodLabel(type)}` : WORDS[standing]
}

/** Where to pay again what did not go through; undefined for a payment that was made. */
export function retryAddress(payment: Stated): string | undefined {
  const standing = standingOf(payment)
  const isOpen = standing === 'notPaid' || standing === 'failed' || (payment.status === 5 && !standing)
  if (!isOpen || payment.reservation) return undefined
  const { channel, method } = paymentTypeInfo(payment.type)
  return channel === 'office' ? '/billings/payments' : `/billings/payments/${method}`
}

const isTakenBack = ({ outsourceStatus }: Stated): boolean =>
  TAKEN_BACK_LETTERS.includes(outsourceStatus ?? '')
