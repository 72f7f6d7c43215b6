import {
  FAILED_STATUS_CODES,
  FINAL_STATUS_CODES,
  formatOutcome,
  REFUNDED_STATUS_CODES,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { STATUS, getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { GatewayOutcome } from './gateway-outcome.ts'
import type { PaymentRow } from './repository.ts'

export type PaymentState = Pick<
  PaymentRow,
  'status' | 'outsource_status' | 'amount_paid' | 'currency' | 'set_aside'
> &
  Partial<Pick<PaymentRow, 'reservation_status'>>

type OutcomeFacts = Pick<GatewayOutcome, 'outsourceStatus' | 'amount' | 'fee' | 'currency'>

/**
 * Notification after a gateway's report on a payment: `arrived` goes to the office, `paid` to office and
 * resident, `rejected` to the resident.
 */
type OutcomeNotification = 'arrived' | 'paid' | 'rejected'

export interface Decision {
  readonly status: number
  readonly outsourceStatus: string | null
  readonly reasons: readonly string[]
  readonly notice: OutcomeNotification | null
  /** Whether amount or currency differ, also if an earlier report differed in the same way. */
  readonly amountDiffers: boolean
  /** Whether this is the gateway's last report, so that the portal stops asking. */
  readonly final: boolean
}

const { deleted, created, forVerification, posted, rejected } = PAYMENT_STATUS

/**
 * Rank of each status code of gateways. Only a code of a higher rank changes a payment, so repeated and late
 * messages have no effect in any order. Unknown codes have the rank of 'U'.
 */
const STATUS_CODE_RANK: Readonly<Record<string, number>> = {
  U: 1,
  E: 1,
  Q: 2,
  P: 2,
  G: 3,
  A: 4,
  F: 5,
  V: 5,
  S: 6,
  R: 7,
  K: 8,
}
const getStatusCodeRank = (statusCode: string | null): number =>
  statusCode === null ? 0 : (STATUS_CODE_RANK[statusCode] ?? 1)
const PAID_RANK = STATUS_CODE_RANK.S ?? 0

const ENDED_RESERVATION_STATUSES: readonly number[] = [STATUS.deleted, STATUS.cancelled, STATUS.rejected]

/**
 * Decides how a gateway's outcome (report) changes a payment (rules 8.16, 8.17). The status only moves
 * forward: from created to verification, and from either to rejected after a failure. If the outcome
 * contradicts the office or an earlier outcome, or differs in amount or currency, the status does not change
 * and the payment needs a review.
 */
export function decidePaymentChange(payment: PaymentState, outcome: OutcomeFacts): Decision {
  const statusCode = outcome.outsourceStatus
  const isNewer = getStatusCodeRank(statusCode) > getStatusCodeRank(payment.outsource_status)
  const status = isNewer ? getNextStatus(payment.status, statusCode) : payment.status
  const differences = listDifferences(payment, outcome)
  const reasons = [...listContradictions(payment, statusCode, isNewer), ...differences]
  return {
    status,
    outsourceStatus: isNewer ? statusCode : payment.outsource_status,
    reasons: reasons.filter((reason) => !payment.set_aside?.split('\n').includes(reason)),
    notice: getOutcomeNotification(payment, status, isNewer ? statusCode : null),
    amountDiffers: differences.length > 0,
    final: FINAL_STATUS_CODES.includes(statusCode),
  }
}

function getNextStatus(status: number, statusCode: string): number {
  const isOpen = status === created || status === forVerification
  if (isOpen && FAILED_STATUS_CODES.includes(statusCode)) return rejected
  if (status === created && !REFUNDED_STATUS_CODES.includes(statusCode)) return forVerification
  return status
}

function getOutcomeNotification(
  payment: PaymentState,
  status: number,
  newStatusCode: string | null,
): OutcomeNotification | null {
  if (status !== payment.status) return status === rejected ? 'rejected' : 'arrived'
  const isFailureRevised = status === rejected && FAILED_STATUS_CODES.includes(payment.outsource_status ?? '')
  return newStatusCode === 'S' && (status === forVerification || isFailureRevised) ? 'paid' : null
}

function listContradictions(
  {
    status,
    outsource_status: previousStatusCode,
    set_aside,
    reservation_status: reservationStatus = null,
  }: PaymentState,
  statusCode: string,
  isNewer: boolean,
): string[] {
  const gatewayText = `The gateway says ${formatStatusCode(statusCode)}`
  if (!isNewer) {
    // A failure that is reported after a success may be an old message, or the money may really be lost, so
    // the payment needs a review. One review is enough.
    const isPaymentUndone =
      FAILED_STATUS_CODES.includes(statusCode) && previousStatusCode === 'S' && set_aside === null
    return isPaymentUndone ? [`${gatewayText} after it said ${formatStatusCode('S')}.`] : []
  }
  if (REFUNDED_STATUS_CODES.includes(statusCode)) return [`${gatewayText}: the money was taken back.`]
  if (statusCode === 'S' && status === deleted) return [`${gatewayText} of a payment that was deleted.`]
  if (statusCode === 'S' && previousStatusCode !== null && FAILED_STATUS_CODES.includes(previousStatusCode))
    return [`${gatewayText} after it said ${formatStatusCode(previousStatusCode)}.`]
  if (
    statusCode === 'S' &&
    reservationStatus !== null &&
    ENDED_RESERVATION_STATUSES.includes(reservationStatus)
  )
    return [
      `${gatewayText} for a reservation that was ${reservationStatus === STATUS.deleted ? 'deleted' : getStatusInfo(reservationStatus).pastParticiple}.`,
    ]
  if (statusCode === 'S' && status === rejected)
    return [`${gatewayText} of a payment that the office rejected.`]
  if (FAILED_STATUS_CODES.includes(statusCode) && (status === PAYMENT_STATUS.verified || status === posted))
    return [`${gatewayText} of a payment that the office ${status === posted ? 'posted' : 'verified'}.`]
  if (!Object.hasOwn(STATUS_CODE_RANK, statusCode))
    return [`The gateway says '${statusCode}', which is not known here.`]
  return []
}

/**
 * Lists differences in the amount, compared to the centavo, and in the currency. The gateway's total may
 * include its fee.
 */
function listDifferences({ amount_paid, currency }: PaymentState, outcome: OutcomeFacts): string[] {
  if (FAILED_STATUS_CODES.includes(outcome.outsourceStatus)) return []
  const differences: string[] = []
  const { amount, fee } = outcome
  if (amount !== null && !isSameAmount(amount_paid, amount, fee)) {
    const feeText = fee !== null && fee > 0 ? ` with a fee of ${formatPesos(fee)}` : ''
    differences.push(
      `The gateway says ${formatPesos(amount)}${feeText} where the payment says ${formatPesos(amount_paid)}.`,
    )
  }
  const foreignCurrency = outcome.currency?.trim().toUpperCase()
  if (foreignCurrency && foreignCurrency !== currency)
    differences.push(`The gateway says ${foreignCurrency} where the payment says ${currency}.`)
  return differences
}

function isSameAmount(expected: number, amount: number, fee: number | null): boolean {
  const [expectedCentavos, paidCentavos] = [toCentavos(expected), toCentavos(amount)]
  return (
    paidCentavos === expectedCentavos ||
    (fee !== null && fee > 0 && paidCentavos - toCentavos(fee) === expectedCentavos)
  )
}

const toCentavos = (pesos: number): number => Math.round(pesos * 100)
const formatStatusCode = (statusCode: string): string => `'${formatOutcome(statusCode)}'`

/**
 * Returns whether the money of an online payment arrived. Only then can the payment be verified and posted
 * (rules 8.31).
 */
export function getMoneyState(statusCode: string | null): 'came' | 'refused' | 'pending' {
  if (statusCode === 'S') return 'came'
  return statusCode !== null && FINAL_STATUS_CODES.includes(statusCode) ? 'refused' : 'pending'
}

/**
 * Returns whether the gateway ever reported success, even if the money was refunded later. Such a payment
 * cannot be deleted.
 */
export const wasPaid = (outsourceStatus: string | null): boolean =>
  getStatusCodeRank(outsourceStatus) >= PAID_RANK
