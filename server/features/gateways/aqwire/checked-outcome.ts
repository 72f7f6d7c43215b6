import { type GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import {
  FAILED_LETTERS,
  getStatusCodes,
  type GatewayOutcomeName,
} from '@tahanan/contract/billing/gateway-outcome.ts'
import { toAmount, toFields, toMoment, toText, type Fields } from '../fields.ts'
import { GatewayError, type KnownPayment } from '../payment-gateway.ts'

/** Outcomes of AQWire's statuses, besides SUCCESS and INC. */
const WORDS = new Map<string, GatewayOutcomeName>([
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
 * Converts a check to a payment's outcome. `SUCCESS` counts as paid only with the same status of the
 * transaction and a time of payment, so that a call's success is not taken for a payment's. `INC` is not paid
 * yet. An unknown status counts as waiting and is shown to the office. AQWire does not document its statuses,
 * so inquiries continue after a failure.
 */
export function checkedOutcome(
  answer: Fields,
  { reference }: KnownPayment,
): { outcome: GatewayOutcome; untouched: boolean } {
  const data = toFields(answer.data)
  const bill = toFields(data.bill)
  const transactionId = toText(data.transactionId, 100)
  if (transactionId !== null && reference !== null && transactionId !== reference)
    throw new GatewayError('AQWire answered about another transaction.', { uncertain: true, answer })
  const number = toText(data.referenceId, 100)
  const settledAt = toMoment(data.paidAt)
  const status = readStatus(toText(answer.status, 40) ?? '', toText(data.status, 40), settledAt !== null)
  const outcome: GatewayOutcome = {
    outsourceStatus: status.letter,
    // Inquiries use the transaction's number; the payment's own number is put into the message.
    reference: transactionId ?? reference,
    message: [status.words, number && `Reference ${number}.`].filter(Boolean).join(' '),
    amount: toAmount(toFields(bill.total).amount),
    fee: toAmount(toFields(bill.fee).amount),
    currency: toText(toFields(bill.total).currency, 3),
    method: toText(data.paymentMethod, 40),
    settledAt,
    source: 'inquiry',
    provisional: FAILED_LETTERS.includes(status.letter),
  }
  return { outcome, untouched: status.untouched }
}

function readStatus(answered: string, own: string | null, hasTime: boolean) {
  const status = own ?? answered
  if (status === 'SUCCESS' && answered === 'SUCCESS')
    return hasTime
      ? { letter: 'S', words: '', untouched: false }
      : { letter: 'P', words: 'AQWire says SUCCESS, but not when it was paid.', untouched: false }
  if (status === 'INC') return { letter: 'P', words: '', untouched: true }
  const known = WORDS.get(status.toUpperCase())
  const [letter = 'U'] = known ? getStatusCodes(known) : []
  return { letter, words: `AQWire says ${status}.`, untouched: false }
}
