import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  FAILED_STATUS_CODES,
  getGatewayOutcome,
  type GatewayOutcomeName,
  formatOutcome,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { isGatewayPayment, getPaymentTypeInfo, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'

type PaymentState = Pick<
  Payment,
  'type' | 'status' | 'outsourceStatus' | 'reservation' | 'amountPaid' | 'paysDues'
>

export function getPaymentOutcome({
  type,
  outsourceStatus,
}: Pick<PaymentState, 'type' | 'outsourceStatus'>): GatewayOutcomeName | undefined {
  return isGatewayPayment(type) ? getGatewayOutcome(outsourceStatus) : undefined
}

export const formatPaymentOutcome = ({
  type,
  outsourceStatus,
}: Pick<PaymentState, 'type' | 'outsourceStatus'>): string =>
  isGatewayPayment(type) ? formatOutcome(outsourceStatus) : ''

/**
 * Returns true for a deposit that the office must verify. The status alone is not enough: a deposit that was
 * started but not sent (amount 0) has the same status.
 */
export const isDepositForVerification = ({
  type,
  status,
  amountPaid,
}: Pick<PaymentState, 'type' | 'status' | 'amountPaid'>): boolean =>
  getPaymentTypeInfo(type).channel === 'deposit' &&
  status === PAYMENT_STATUS.forVerification &&
  amountPaid > 0

/**
 * Returns the path on which a failed payment can be tried again. Returns undefined if the payment has not
 * failed, if its money arrived after a failure (rules 8.41), or if its reservation can no longer be paid.
 */
export function getRetryAddress(payment: PaymentState): string | undefined {
  const { type, status, outsourceStatus: statusCode, reservation } = payment
  if (getPaymentOutcome(payment) === 'paid') return undefined
  const isUnpaid =
    isGatewayPayment(type) &&
    status <= PAYMENT_STATUS.forVerification &&
    (statusCode === null || FAILED_STATUS_CODES.includes(statusCode))
  if (status !== PAYMENT_STATUS.rejected && !isUnpaid) return undefined
  const isPayable = reservation?.status === STATUS.approval || reservation?.status === STATUS.approved
  if (!payment.paysDues && (payment.amountPaid === 0 || !isPayable)) return undefined
  const { channel, method } = getPaymentTypeInfo(type)
  const path = channel === 'office' ? '/billings/payments' : `/billings/payments/${method}`
  return reservation ? `${path}?reservation=${reservation.id}` : path
}
