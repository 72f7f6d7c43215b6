import { showDate } from '#lib/time.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { FINAL_LETTERS } from '@tahanan/contract/billing/gateway-outcome.ts'
import { isByGateway, PAYMENT_STATUSES, PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'

/** Whether the reader may do this with the payment, as the server said. */
export function can(payment: Pick<Payment, 'can'>, ability: Payment['can'][number]): boolean {
  return payment.can.includes(ability)
}

/** Whether a payment belongs to a tab: a created one is shown as for verification (rules 8.1). */
export function fitsTab(payment: Pick<Payment, 'status'>, tab: number): boolean {
  return payment.status === tab || (tab === 2 && payment.status === 1)
}

/** Returns the labels and the colour of a status; undefined for a number that is none, such as the 0 of a deleted one. */
export const paymentStatusInfo = (status: unknown) =>
  PAYMENT_STATUSES.find((candidate) => candidate.status === status)

/** Question about a payment that looks like another of its tenant (rules 8.40). */
export const ANOTHER_PAYMENT = {
  possibleDuplicate: {
    field: 'confirmedDuplicate',
    title: 'Is this another payment?',
    okText: 'Send anyway',
  },
} as const

/** The number of a payment's receipt, and whether it is void (rules 16.15); empty before there is one. */
export function receiptWords({
  receiptNumber,
  reversed,
}: Pick<Payment, 'receiptNumber' | 'reversed'>): string {
  return receiptNumber === null ? '' : `${receiptNumber}${reversed ? ' (void)' : ''}`
}

/** A charge in words: 'Water, 12 Nov 2026'; empty for none. */
export const chargeWords = (charge: { label: string; date: string } | null): string =>
  charge === null ? '' : `${charge.label}, ${showDate(charge.date)}`

/** 'Direct Deposit', 'Dragon Pay', 'Cash'. */
export function methodLabel(type: number): string {
  return PAYMENT_TYPES.find((candidate) => candidate.type === type)?.label ?? ''
}

/** Whether the gateway's final word is still to come, so that the page keeps polling. */
export function isPending({ status, type, outsourceStatus }: Payment): boolean {
  if (!isByGateway(type) || status > 2) return false
  return status === 1 || !FINAL_LETTERS.includes(outsourceStatus ?? '')
}
