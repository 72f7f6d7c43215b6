import { PortalError, createTooManyRequestsError } from '#platform/errors.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { OnlinePaymentRow } from './repository.ts'
import {
  attachMessage,
  countRecentMessages,
  saveVerdict,
  storeMessage,
  type MessageKind,
  type Verdict,
} from './store-message.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'

export interface IncomingMessage {
  readonly gateway: PaymentGateway
  readonly kind: Extract<MessageKind, 'postback' | 'return' | 'webhook'>
  readonly txnId: string | null
  readonly payment: OnlinePaymentRow | undefined
  readonly raw: unknown
}

type MessageContext = Pick<PlatformContext, 'db' | 'log'> & { readonly unverified: UnverifiedBudget }

/**
 * Stores a gateway's raw message, verifies it and returns its id. A forged message is marked, logged and
 * refused with 400; it has no other effect (rules 8.14). If there are many forged messages, stores only some
 * of them. Always stores a genuine message before it is applied.
 */
export async function storeVerifiedMessage(
  context: MessageContext,
  incomingMessage: IncomingMessage,
  isGenuine: () => Promise<boolean>,
): Promise<number> {
  // Only a limited number of messages is stored before they are verified. Above the limit, the message is
  // verified first and stored only if it is genuine.
  const unverifiedMessageId = context.unverified.tryConsume()
    ? await storeMessageWithoutPayment(context, incomingMessage)
    : undefined
  let isMessageGenuine: boolean
  try {
    isMessageGenuine = await isGenuine()
  } catch (error) {
    if (unverifiedMessageId !== undefined)
      await saveVerdict(
        context.db,
        unverifiedMessageId,
        'failed',
        UNVERIFIABLE_REASON,
        incomingMessage.payment?.id,
      )
    context.log.warn(
      { err: error, ...toLogFields(incomingMessage) },
      'a message of a gateway could not be verified',
    )
    throw new PortalError('unavailable')
  }
  if (isMessageGenuine) {
    await requireBelowMessageLimit(context, incomingMessage)
    if (unverifiedMessageId === undefined) return storeIncomingMessage(context, incomingMessage)
    if (incomingMessage.payment)
      await attachMessage(context.db, unverifiedMessageId, incomingMessage.payment.id)
    return unverifiedMessageId
  }
  if (unverifiedMessageId !== undefined)
    await recordRefusedMessage(context, incomingMessage, unverifiedMessageId, 'badDigest')
  throw new PortalError('unverified')
}

// Maximum messages per minute about one payment. Gateways and residents send fewer.
const MAX_PER_MINUTE = 30

/**
 * Throws 429 for too many messages about a payment. The limit also applies to genuine messages: anybody can
 * send them again, and each is stored and may make the portal ask the gateway. Call it only for genuine
 * messages and those of the paying resident, because a 429 reveals that the payment exists.
 */
async function requireBelowMessageLimit({ db }: MessageContext, { payment }: IncomingMessage): Promise<void> {
  if (payment && (await countRecentMessages(db, payment.id)) >= MAX_PER_MINUTE)
    throw createTooManyRequestsError(60)
}

/**
 * Stores a message that cannot be verified; returns its id. Limits messages that the paying resident did not
 * send: throws 404 above the limit, so that many messages do not fill the database.
 */
export async function storeUnverifiableMessage(
  context: MessageContext,
  incomingMessage: IncomingMessage,
  isOwn: boolean,
): Promise<number> {
  if (!isOwn && !context.unverified.tryConsume()) throw new PortalError('notFound')
  if (!isOwn) return storeMessageWithoutPayment(context, incomingMessage)
  await requireBelowMessageLimit(context, incomingMessage)
  return storeIncomingMessage(context, incomingMessage)
}

export async function refuseUnreadableMessage(
  context: MessageContext,
  incomingMessage: IncomingMessage,
): Promise<never> {
  if (context.unverified.tryConsume())
    await recordRefusedMessage(
      context,
      incomingMessage,
      await storeIncomingMessage(context, incomingMessage),
      'malformed',
    )
  throw new PortalError('unverified')
}

export async function refuseForeignMessage(
  context: MessageContext,
  incomingMessage: IncomingMessage,
  messageId: number,
  verdict: Extract<Verdict, 'unknown' | 'notOwn'>,
): Promise<never> {
  await recordRefusedMessage(context, incomingMessage, messageId, verdict)
  throw new PortalError('notFound')
}

const UNVERIFIABLE_REASON = 'It could not be verified: the gateway could not be asked.'

async function recordRefusedMessage(
  context: MessageContext,
  incomingMessage: IncomingMessage,
  messageId: number,
  verdict: Verdict,
): Promise<void> {
  await saveVerdict(context.db, messageId, verdict, null, incomingMessage.payment?.id)
  context.log.warn(
    { ...toLogFields(incomingMessage), message: messageId, verdict },
    'a message of a gateway was refused',
  )
}

const storeIncomingMessage = (
  { db }: MessageContext,
  { gateway, payment, ...message }: IncomingMessage,
): Promise<number> => storeMessage(db, gateway, { ...message, paymentId: payment?.id ?? null })

// Stores a message without a reference to its payment until the message is verified. So forged messages do
// not use up the payment's limit of messages.
const storeMessageWithoutPayment = (
  context: MessageContext,
  incomingMessage: IncomingMessage,
): Promise<number> => storeIncomingMessage(context, { ...incomingMessage, payment: undefined })

const toLogFields = ({ gateway, kind, payment }: IncomingMessage) => ({
  gateway: gateway.name,
  kind,
  payment: payment?.id,
})
