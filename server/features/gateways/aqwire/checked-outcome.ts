import { type GatewayOutcome } from '#features/payments/online-payment.ts'
import {
  FAILED_LETTERS,
  lettersOf,
  type GatewayOutcomeName,
} from '@tahanan/contract/billing/gateway-outcome.ts'
import { GatewayError, type KnownPayment } from '../gateway.ts'
import { amountOf, fieldsOf, momentOf, textOf, type Fields } from '../read-answer.ts'

/** Outcomes of AQWire's words beside SUCCESS and INC. */
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
 * Translates a check into the letters of a payment. `SUCCESS` counts as paid only where the transaction's own status agrees
 * and the time of payment is there: the answer's form is known from one source only, and a call's success must not be
 * taken for a payment's. `INC` is not paid yet. An unknown word is waiting, and the office reads it on the payment. AQWire documents
 * none of its words, so a failure is asked about again.
 */
export function checkedOutcome(
  answer: Fields,
  { reference }: KnownPayment,
): { outcome: GatewayOutcome; untouched: boolean } {
  const data = fieldsOf(answer.data)
  const bill = fieldsOf(data.bill)
  const transactionId = textOf(data.transactionId, 100)
  if (transactionId !== null && reference !== null && transactionId !== reference)
    throw new GatewayError('AQWire answered about another transaction.', { uncertain: true, answer })
  const number = textOf(data.referenceId, 100)
  const settledAt = momentOf(data.paidAt)
  const status = readStatus(textOf(answer.status, 40) ?? '', textOf(data.status, 40), settledAt !== null)
  const outcome: GatewayOutcome = {
    outsourceStatus: status.letter,
    // The transaction's number is what it is asked by again; the number of the payment in it is told in words.
    reference: transactionId ?? reference,
    message: [status.words, number && `Reference ${number}.`].filter(Boolean).join(' '),
    amount: amountOf(fieldsOf(bill.total).amount),
    fee: amountOf(fieldsOf(bill.fee).amount),
    currency: textOf(fieldsOf(bill.total).currency, 3),
    method: textOf(data.paymentMethod, 40),
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
  const [letter = 'U'] = known ? lettersOf(known) : []
  return { letter, words: `AQWire says ${status}.`, untouched: false }
}
