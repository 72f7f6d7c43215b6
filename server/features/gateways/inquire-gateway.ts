import type { PlatformContext } from '#platform/platform-context.ts'
import type { StoredOutcome } from './apply-outcomes.ts'
import { GatewayError, type InquiryAnswer, type PaymentGateway } from './payment-gateway.ts'
import type { OnlinePaymentRow } from './repository.ts'
import { saveVerdict, storeMessage } from './store-message.ts'

/**
 * Result of asking a gateway for a payment's state. `failed`: the gateway was unreachable or its answer
 * unreadable.
 */
export type InquiryResult = StoredOutcome | Exclude<InquiryAnswer['result'], object> | 'failed'

/**
 * Asks the gateway for a payment's state, and stores the answer before it is applied. Does not throw if the
 * gateway fails, because the portal asks again later.
 */
export async function inquireGateway(
  { db, log }: Pick<PlatformContext, 'db' | 'log'>,
  gateway: PaymentGateway,
  payment: OnlinePaymentRow,
): Promise<InquiryResult> {
  const storeInquiryMessage = (raw: unknown) =>
    storeMessage(db, gateway, { kind: 'inquiry', txnId: payment.txnId, paymentId: payment.id, raw })
  let inquiryAnswer: InquiryAnswer
  try {
    inquiryAnswer = await gateway.inquire(payment)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error, gateway: gateway.name, payment: payment.id }, 'a gateway could not be asked')
    await saveVerdict(db, await storeInquiryMessage(error.answer ?? null), 'failed', error.message)
    return 'failed'
  }
  const messageId = await storeInquiryMessage(inquiryAnswer.raw)
  const { result } = inquiryAnswer
  if (typeof result === 'object') return { outcome: result, messageId }
  const detail = result === 'unknown' ? 'The gateway does not know this payment.' : null
  await saveVerdict(db, messageId, result, detail)
  return result
}
