import { type GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import {
  FAILED_STATUS_CODES,
  getStatusCodes,
  type GatewayOutcomeName,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { toAmount, toFields, toMoment, toText, type Fields } from '../fields.ts'
import { GatewayError, type PaymentNumbers } from '../payment-gateway.ts'

// Outcomes (reports on a payment) that depend on AQWire's status only. The statuses SUCCESS and INC are
// missing, because their outcomes also depend on other fields.
const STATUS_OUTCOMES = new Map<string, GatewayOutcomeName>([
  ['PENDING', 'waiting'],
  ['PROCESSING', 'waiting'],
  ['FAILED', 'failed'],
  ['DECLINED', 'failed'],
  ['REJECTED', 'failed'],
  ['EXPIRED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['CANCELED', 'cancelled'],
  ['VOID', 'cancelled'],
  ['VOIDED', 'cancelled'],
  ['REFUNDED', 'refunded'],
])

/**
 * Converts AQWire's answer about a payment into an outcome. `SUCCESS` of the call itself does not mean paid:
 * the transaction must also have the status `SUCCESS` and a time of payment. `INC` means not paid yet. An
 * unknown status counts as pending and is shown to the office. The portal continues to ask after a failure,
 * because AQWire does not document whether a failure is final.
 */
export function toCheckedOutcome(
  response: Fields,
  { reference }: PaymentNumbers,
): { outcome: GatewayOutcome; untouched: boolean } {
  const data = toFields(response.data)
  const bill = toFields(data.bill)
  const transactionId = toText(data.transactionId, 100)
  if (transactionId !== null && reference !== null && transactionId !== reference)
    throw new GatewayError('AQWire answered about another transaction.', {
      uncertain: true,
      answer: response,
    })
  const number = toText(data.referenceId, 100)
  const settledAt = toMoment(data.paidAt)
  const status = parseStatus(toText(response.status, 40) ?? '', toText(data.status, 40), settledAt !== null)
  const outcome: GatewayOutcome = {
    outsourceStatus: status.letter,
    // The reference is AQWire's transaction number, because inquiries need it. The payment's own number is in
    // `message`.
    reference: transactionId ?? reference,
    message: [status.words, number && `Reference ${number}.`].filter(Boolean).join(' '),
    amount: toAmount(toFields(bill.total).amount),
    fee: toAmount(toFields(bill.fee).amount),
    currency: toText(toFields(bill.total).currency, 3),
    method: toText(data.paymentMethod, 40),
    settledAt,
    source: 'inquiry',
    provisional: FAILED_STATUS_CODES.includes(status.letter),
  }
  return { outcome, untouched: status.untouched }
}

function parseStatus(answerStatus: string, transactionStatus: string | null, hasTime: boolean) {
  const status = transactionStatus ?? answerStatus
  if (status === 'SUCCESS' && answerStatus === 'SUCCESS')
    return hasTime
      ? { letter: 'S', words: '', untouched: false }
      : { letter: 'P', words: 'AQWire says SUCCESS, but not when it was paid.', untouched: false }
  if (status === 'INC') return { letter: 'P', words: '', untouched: true }
  const outcomeName = STATUS_OUTCOMES.get(status.toUpperCase())
  const [statusCode = 'U'] = outcomeName ? getStatusCodes(outcomeName) : []
  return { letter: statusCode, words: `AQWire says ${status}.`, untouched: false }
}
