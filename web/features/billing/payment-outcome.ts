import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import {
  FAILED_STATUS_CODES,
  getGatewayOutcome,
  type GatewayOutcomeName,
  formatOutcome,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { isGatewayPayment, getPaymentTypeInfo, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getMethodLabel, hasPaymentAbility } from './payment.ts'

type PaymentState = Pick<
  Payment,
  'type' | 'status' | 'outsourceStatus' | 'reservation' | 'amountPaid' | 'paysDues' | 'created_at'
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

const MINUTE_MS = 60_000

/** An online payment without a report of its gateway counts for its reservation for an hour (rules 25.11). */
const COUNTED_MS = 60 * MINUTE_MS

/**
 * Returns the time from which a reservation can be paid again, in whole minutes. Returns undefined if the payment
 * does not count for a reservation any more, or if its gateway or the office has reported it.
 */
export function getRetryTime(
  {
    type,
    status,
    outsourceStatus,
    reservation,
    created_at,
  }: Pick<PaymentState, 'type' | 'status' | 'outsourceStatus' | 'reservation' | 'created_at'>,
  now = Date.now(),
): string | undefined {
  const isBegun =
    isGatewayPayment(type) && status <= PAYMENT_STATUS.forVerification && outsourceStatus === null
  if (!reservation || !isBegun) return undefined
  const retryAt = Math.ceil((Date.parse(created_at) + COUNTED_MS) / MINUTE_MS) * MINUTE_MS
  return now < retryAt ? new Date(retryAt).toISOString() : undefined
}

/**
 * Returns the path on which a failed payment can be tried again. Returns undefined if the payment has not
 * failed, if its money arrived after a failure (rules 8.41), or if its reservation cannot be paid now (rules
 * 25.11).
 */
export function getRetryAddress(payment: PaymentState, now = Date.now()): string | undefined {
  const { type, status, outsourceStatus: statusCode, reservation } = payment
  if (getPaymentOutcome(payment) === 'paid') return undefined
  const isUnpaid =
    isGatewayPayment(type) &&
    status <= PAYMENT_STATUS.forVerification &&
    (statusCode === null || FAILED_STATUS_CODES.includes(statusCode))
  if (status !== PAYMENT_STATUS.rejected && !isUnpaid) return undefined
  if (getRetryTime(payment, now) !== undefined) return undefined
  const isPayable = reservation?.status === STATUS.approval || reservation?.status === STATUS.approved
  if (!payment.paysDues && (payment.amountPaid === 0 || !isPayable)) return undefined
  const { channel, method } = getPaymentTypeInfo(type)
  const path = channel === 'office' ? '/billings/payments' : `/billings/payments/${method}`
  return reservation ? `${path}?reservation=${reservation.id}` : path
}

/**
 * Returns true if the office, not the gateway, last rejected the payment. A rejection by the gateway also
 * changes the gateway's status code. If the gateway later reports a rejected payment as paid, a remark of the
 * office after that counts as a rejection by the office (rules 8.41).
 */
export function isRejectedByOffice({ type, history }: Pick<PaymentWithHistory, 'type' | 'history'>): boolean {
  const rejection = history.find(
    ({ fromStatus, toStatus, fromOutsource, who }) =>
      toStatus === PAYMENT_STATUS.rejected &&
      (fromStatus !== PAYMENT_STATUS.rejected ||
        (getGatewayOutcome(fromOutsource) === 'paid' && who !== getMethodLabel(type))),
  )
  return rejection !== undefined && rejection.fromOutsource === rejection.toOutsource
}

/**
 * Returns true if the user can reject the payment in one step: it is undecided or verified, or it was paid
 * after a failure and the office has not decided yet (rules 8.41).
 */
export function canRejectPayment(
  payment: Pick<PaymentWithHistory, 'type' | 'status' | 'outsourceStatus' | 'history' | 'can'>,
): boolean {
  const { status } = payment
  const isPaidAfterFailure =
    status === PAYMENT_STATUS.rejected &&
    getPaymentOutcome(payment) === 'paid' &&
    !isRejectedByOffice(payment)
  return hasPaymentAbility(payment, 'reject') && (status <= PAYMENT_STATUS.verified || isPaidAfterFailure)
}
