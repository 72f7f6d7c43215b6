import { PortalError, tooManyRequests } from '#platform/errors.ts'
import type { Services } from '#platform/services.ts'
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

export interface Incoming {
  readonly gateway: PaymentGateway
  readonly kind: Extract<MessageKind, 'postback' | 'return' | 'webhook'>
  readonly txnId: string | null
  readonly payment: OnlinePaymentRow | undefined
  readonly raw: unknown
}

type MessageServices = Pick<Services, 'db' | 'log'> & { readonly unverified: UnverifiedBudget }

/**
 * Stores a raw message and verifies it; returns the message's id. A forged message is marked, logged and
 * refused with 400, and has no other effect (rules 8.14). Of a flood of forged messages only a part is
 * stored. A genuine message is always stored before it is applied.
 */
export async function storeGenuine(
  parts: MessageServices,
  incoming: Incoming,
  isGenuine: () => Promise<boolean>,
): Promise<number> {
  // If the budget for unverified messages is used up, the message is verified first, and stored only if it is
  // genuine.
  const early = parts.unverified.take() ? await storeUnverified(parts, incoming) : undefined
  let genuine: boolean
  try {
    genuine = await isGenuine()
  } catch (error) {
    if (early !== undefined) await saveVerdict(parts.db, early, 'failed', UNVERIFIABLE, incoming.payment?.id)
    parts.log.warn({ err: error, ...toLogFields(incoming) }, 'a message of a gateway could not be verified')
    throw new PortalError('unavailable')
  }
  if (genuine) {
    await refuseFlood(parts, incoming)
    if (early === undefined) return store(parts, incoming)
    if (incoming.payment) await attachMessage(parts.db, early, incoming.payment.id)
    return early
  }
  if (early !== undefined) await refuse(parts, incoming, early, 'badDigest')
  throw new PortalError('unverified')
}

// Genuine traffic of gateways and residents stays below this limit.
const MAX_PER_MINUTE = 30

/**
 * Throws 429 for too many messages about a payment. The limit also applies to genuine messages, because
 * anybody can replay them, and each is stored and may cause an inquiry. Call it only for genuine messages and
 * those of the paying resident, because a 429 reveals that the payment exists.
 */
async function refuseFlood({ db }: MessageServices, { payment }: Incoming): Promise<void> {
  if (payment && (await countRecentMessages(db, payment.id)) >= MAX_PER_MINUTE) throw tooManyRequests(60)
}

/**
 * Stores a message that cannot be verified; returns its id. Messages of callers other than the paying
 * resident share a budget, so that of a flood only a part is stored.
 */
export async function storeHint(parts: MessageServices, incoming: Incoming, isOwn: boolean): Promise<number> {
  if (!isOwn && !parts.unverified.take()) throw new PortalError('notFound')
  if (!isOwn) return storeUnverified(parts, incoming)
  await refuseFlood(parts, incoming)
  return store(parts, incoming)
}

export async function refuseUnreadable(parts: MessageServices, incoming: Incoming): Promise<never> {
  if (parts.unverified.take()) await refuse(parts, incoming, await store(parts, incoming), 'malformed')
  throw new PortalError('unverified')
}

export async function refuseForeign(
  parts: MessageServices,
  incoming: Incoming,
  messageId: number,
  verdict: Extract<Verdict, 'unknown' | 'notOwn'>,
): Promise<never> {
  await refuse(parts, incoming, messageId, verdict)
  throw new PortalError('notFound')
}

const UNVERIFIABLE = 'It could not be verified: the gateway could not be asked.'

async function refuse(
  parts: MessageServices,
  incoming: Incoming,
  messageId: number,
  verdict: Verdict,
): Promise<void> {
  await saveVerdict(parts.db, messageId, verdict, null, incoming.payment?.id)
  parts.log.warn(
    { ...toLogFields(incoming), message: messageId, verdict },
    'a message of a gateway was refused',
  )
}

const store = ({ db }: MessageServices, { gateway, payment, ...message }: Incoming): Promise<number> =>
  storeMessage(db, gateway, { ...message, paymentId: payment?.id ?? null })

// Stores the message without its payment until it is verified, so that forged messages do not count towards
// the payment's limit.
const storeUnverified = (parts: MessageServices, incoming: Incoming): Promise<number> =>
  store(parts, { ...incoming, payment: undefined })

const toLogFields = ({ gateway, kind, payment }: Incoming) => ({
  gateway: gateway.name,
  kind,
  payment: payment?.id,
})
