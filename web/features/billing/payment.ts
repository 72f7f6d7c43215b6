import { formatDate } from '#lib/time.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { FINAL_STATUS_CODES } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import {
  isGatewayPayment,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  PAYMENT_STATUS,
} from '@tahanan/contract/billing/payment.ts'

export function hasPaymentAbility(payment: Pick<Payment, 'can'>, ability: Payment['can'][number]): boolean {
  return payment.can.includes(ability)
}

/**
 * Returns true if a payment is listed in a tab. The tab For Verification also lists payments with the status
 * 'created' (rules 8.1).
 */
export function isInPaymentTab(payment: Pick<Payment, 'status'>, tab: number): boolean {
  return (
    payment.status === tab ||
    (tab === PAYMENT_STATUS.forVerification && payment.status === PAYMENT_STATUS.created)
  )
}

export const getPaymentStatusInfo = (status: unknown) =>
  PAYMENT_STATUSES.find((candidate) => candidate.status === status)

/** Confirmation that the user sees if the server suspects a duplicate payment (rules 8.40). */
export const DUPLICATE_PAYMENT_QUESTIONS = {
  possibleDuplicate: {
    field: 'confirmedDuplicate',
    title: 'Is this another payment?',
    okText: 'Send anyway',
  },
} as const

/** Returns a receipt's number, with '(void)' if the payment was reversed (rules 16.15). */
export function formatReceiptNumber({
  receiptNumber,
  reversed,
}: Pick<Payment, 'receiptNumber' | 'reversed'>): string {
  return receiptNumber === null ? '' : `${receiptNumber}${reversed ? ' (void)' : ''}`
}

export const describeCharge = (charge: { label: string; date: string } | null): string =>
  charge === null ? '' : `${charge.label}, ${formatDate(charge.date)}`

export function getMethodLabel(type: number): string {
  return PAYMENT_TYPES.find((candidate) => candidate.type === type)?.label ?? ''
}

export function isPaymentPending({ status, type, outsourceStatus }: Payment): boolean {
  if (!isGatewayPayment(type) || status > PAYMENT_STATUS.forVerification) return false
  return status === PAYMENT_STATUS.created || !FINAL_STATUS_CODES.includes(outsourceStatus ?? '')
}
