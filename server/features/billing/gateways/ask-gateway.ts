import type { Services } from '../../../platform/services.ts'
import { GatewayError, type InquiryAnswer, type PaymentGateway } from './gateway.ts'
import { judgeMessage, storeMessage } from './messages.ts'
import type { OnlinePaymentRow } from './repository.ts'
import type { HeardOutcome } from './settle.ts'

type Asking = Pick<Services, 'db' | 'log'>

export type Asked =
  | HeardOutcome
  /** Nothing happened at the gateway yet. */
  | 'untouched'
  /** The gateway does not know the payment. */
  | 'unknown'
  /** It could not be asked. */
  | 'failed'

/**
 * Asks a gateway for a payment's state, and stores its answer before anybody acts on it. Never throws for a gateway's faults:
 * a payment is asked about again later.
 */
export async function askGateway(
  { db, log }: Asking,
  gateway: PaymentGateway,
  payment: OnlinePaymentRow,
  options: { timeoutMs?: number } = {},
): Promise<Asked> {
  const store = (raw: unknown) =>
    storeMessage(db, gateway, { kind: 'inquiry', txnId: payment.txnId, paymentId: payment.id, raw })
  let answer: InquiryAnswer
  try {
    answer = await gateway.inquire(payment, options)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error, gateway: gateway.name, payment: payment.id }, 'a gateway could not be asked')
    await judgeMessage(db, await store(error.answer ?? null), 'failed', error.message)
    return 'failed'
  }
  const messageId = await store(answer.raw)
  if (answer.outcome && !answer.untouched) return { outcome: answer.outcome, messageId }
  if (answer.outcome) {
    await judgeMessage(db, messageId, 'untouched')
    return 'untouched'
  }
  await judgeMessage(db, messageId, 'unknown', 'The gateway does not know this payment.')
  return 'unknown'
}
