import {
  FAILED_LETTERS,
  FINAL_LETTERS,
  formatOutcome,
  REFUNDED_LETTERS,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { pesos } from '@tahanan/contract/money.ts'
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
 * Notification that an outcome causes: `arrived` goes to the office, `paid` to office and resident, and
 * `rejected` to the resident.
 */
type OutcomeNotice = 'arrived' | 'paid' | 'rejected'

export interface Decision {
  readonly status: number
  readonly outsourceStatus: string | null
  readonly reasons: readonly string[]
  readonly notice: OutcomeNotice | null
  /** Whether the outcome is the gateway's last, so that inquiries stop. */
  readonly final: boolean
}

const { deleted, created, forVerification, posted, rejected } = PAYMENT_STATUS

/**
 * Rank of each status letter of gateways. Only a letter of a higher rank changes a payment, so repeated and
 * late messages have no effect in any order. Unknown letters have the rank of 'U'.
 */
const PROGRESS: Readonly<Record<string, number>> = {
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
const getProgress = (letter: string | null): number => (letter === null ? 0 : (PROGRESS[letter] ?? 1))
const PAID = PROGRESS.S ?? 0

const ENDED: readonly number[] = [STATUS.deleted, STATUS.cancelled, STATUS.rejected]

/**
 * Decides how a gateway's outcome changes a payment (rules 8.16, 8.17). The status only moves forward: from
 * created to verification, and from either to rejected after a failure. The status does not change, and the
 * payment needs a review, if the outcome contradicts the office or an earlier outcome, or differs in amount
 * or currency.
 */
export function decide(payment: PaymentState, outcome: OutcomeFacts): Decision {
  const letter = outcome.outsourceStatus
  const isNewer = getProgress(letter) > getProgress(payment.outsource_status)
  const status = isNewer ? getNextStatus(payment.status, letter) : payment.status
  const reasons = [...listContradictions(payment, letter, isNewer), ...listDifferences(payment, outcome)]
  return {
    status,
    outsourceStatus: isNewer ? letter : payment.outsource_status,
    reasons: reasons.filter((reason) => !payment.set_aside?.split('\n').includes(reason)),
    notice: getNotice(payment, status, isNewer ? letter : null),
    final: FINAL_LETTERS.includes(letter),
  }
}

function getNextStatus(status: number, letter: string): number {
  const open = status === created || status === forVerification
  if (open && FAILED_LETTERS.includes(letter)) return rejected
  if (status === created && !REFUNDED_LETTERS.includes(letter)) return forVerification
  return status
}

function getNotice(payment: PaymentState, status: number, newLetter: string | null): OutcomeNotice | null {
  if (status !== payment.status) return status === rejected ? 'rejected' : 'arrived'
  return newLetter === 'S' && status === forVerification ? 'paid' : null
}

function listContradictions(
  { status, outsource_status: before, set_aside, reservation_status: reserved = null }: PaymentState,
  letter: string,
  isNewer: boolean,
): string[] {
  const says = `The gateway says ${formatMeaning(letter)}`
  if (!isNewer) {
    // A failure reported after a success may be a late message or the truth, so it needs a review. One review
    // is enough.
    const undone = FAILED_LETTERS.includes(letter) && before === 'S' && set_aside === null
    return undone ? [`${says} after it said ${formatMeaning('S')}.`] : []
  }
  if (REFUNDED_LETTERS.includes(letter)) return [`${says}: the money was taken back.`]
  if (letter === 'S' && status === deleted) return [`${says} of a payment that was deleted.`]
  if (letter === 'S' && before !== null && FAILED_LETTERS.includes(before))
    return [`${says} after it said ${formatMeaning(before)}.`]
  if (letter === 'S' && reserved !== null && ENDED.includes(reserved))
    return [
      `${says} for a reservation that was ${reserved === STATUS.deleted ? 'deleted' : getStatusInfo(reserved).past}.`,
    ]
  if (letter === 'S' && status === rejected) return [`${says} of a payment that the office rejected.`]
  if (FAILED_LETTERS.includes(letter) && (status === PAYMENT_STATUS.verified || status === posted))
    return [`${says} of a payment that the office ${status === posted ? 'posted' : 'verified'}.`]
  if (!Object.hasOwn(PROGRESS, letter)) return [`The gateway says '${letter}', which is not known here.`]
  return []
}

/**
 * Lists differences in the amount, compared to the centavo, and in the currency. The gateway's total may
 * include its fee.
 */
function listDifferences({ amount_paid, currency }: PaymentState, outcome: OutcomeFacts): string[] {
  if (FAILED_LETTERS.includes(outcome.outsourceStatus)) return []
  const result: string[] = []
  const { amount, fee } = outcome
  if (amount !== null && !isAmount(amount_paid, amount, fee)) {
    const ofFee = fee !== null && fee > 0 ? ` with a fee of ${pesos(fee)}` : ''
    result.push(`The gateway says ${pesos(amount)}${ofFee} where the payment says ${pesos(amount_paid)}.`)
  }
  const foreign = outcome.currency?.trim().toUpperCase()
  if (foreign && foreign !== currency)
    result.push(`The gateway says ${foreign} where the payment says ${currency}.`)
  return result
}

function isAmount(expected: number, amount: number, fee: number | null): boolean {
  const [wanted, paid] = [toCentavos(expected), toCentavos(amount)]
  return paid === wanted || (fee !== null && fee > 0 && paid - toCentavos(fee) === wanted)
}

const toCentavos = (pesosAmount: number): number => Math.round(pesosAmount * 100)
const formatMeaning = (letter: string): string => `'${formatOutcome(letter, 'office')}'`

/**
 * Returns whether the money of an online payment arrived. Only then can the payment be verified and posted
 * (rules 8.31).
 */
export function getMoneyState(letter: string | null): 'came' | 'refused' | 'pending' {
  if (letter === 'S') return 'came'
  return letter !== null && FINAL_LETTERS.includes(letter) ? 'refused' : 'pending'
}

/**
 * Returns whether the gateway ever reported success, even if the money was refunded later. Such a payment
 * cannot be deleted.
 */
export const wasPaid = (outsourceStatus: string | null): boolean => getProgress(outsourceStatus) >= PAID
