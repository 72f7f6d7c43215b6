import { PortalError, tooManyRequests } from '#platform/errors.ts'
import type { Services } from '#platform/services.ts'
import type { PaymentGateway } from './gateway.ts'
import {
  attachMessage,
  countLately,
  judgeMessage,
  storeMessage,
  type MessageKind,
  type Verdict,
} from './messages.ts'
import type { OnlinePaymentRow } from './repository.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'

/** A message that came in, before anything is believed of it. */
export interface Incoming {
  readonly gateway: PaymentGateway
  readonly kind: Extract<MessageKind, 'postback' | 'return' | 'webhook'>
  readonly txnId: string | null
  readonly payment: OnlinePaymentRow | undefined
  /** As it came. */
  readonly raw: unknown
}

type Parts = Pick<Services, 'db' | 'log'> & { readonly unverified: UnverifiedBudget }

/**
 * Stores a message as it came and then asks whether it is genuine. One that is not is judged, logged and refused with 400;
 * nothing else happens (rules 8.14). Answers the stored message's id. In a flood of forged messages those that are too
 * many are refused without being kept; a genuine one always is, before it is acted on.
 */
export async function storeGenuine(
  parts: Parts,
  incoming: Incoming,
  isGenuine: () => Promise<boolean>,
): Promise<number> {
  // beyond the budget a message is verified before it is stored: verifying is not acting, and a forged one leaves no trace
  const early = parts.unverified.take() ? await storeUnverified(parts, incoming) : undefined
  let genuine: boolean
  try {
    genuine = await isGenuine()
  } catch (error) {
    if (early !== undefined) await judgeMessage(parts.db, early, 'failed', UNVERIFIABLE, incoming.payment?.id)
    parts.log.warn({ err: error, ...told(incoming) }, 'a message of a gateway could not be verified')
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

/** Most messages about one payment within a minute: neither a gateway nor the owner sends more. */
const MOST_PER_MINUTE = 30

/**
 * Throws 429 when very many messages about one payment came within a minute: a genuine one can be sent again and again by
 * whoever has seen it, and each is stored and may make us ask the gateway. Only for those that are genuine or the owner's:
 * anybody else would learn that the payment exists.
 */
async function refuseFlood({ db }: Parts, { payment }: Incoming): Promise<void> {
  if (payment && (await countLately(db, payment.id)) >= MOST_PER_MINUTE) throw tooManyRequests(60)
}

/** Stores a message of which nothing is believed, in a flood of foreign ones not all. Answers its id. */
export async function storeHint(parts: Parts, incoming: Incoming, isOwn: boolean): Promise<number> {
  if (!isOwn && !parts.unverified.take()) throw new PortalError('notFound')
  if (!isOwn) return storeUnverified(parts, incoming)
  await refuseFlood(parts, incoming)
  return store(parts, incoming)
}

/** Refuses a message that cannot be read: 400, kept for whoever looks into it. */
export async function refuseUnreadable(parts: Parts, incoming: Incoming): Promise<never> {
  if (parts.unverified.take()) await refuse(parts, incoming, await store(parts, incoming), 'malformed')
  throw new PortalError('unverified')
}

/** Judges a message that belongs to no payment of the caller: 404, nothing changed, a line in the log. */
export async function refuseForeign(
  parts: Parts,
  incoming: Incoming,
  messageId: number,
  verdict: Extract<Verdict, 'unknown' | 'notOwn'>,
): Promise<never> {
  await refuse(parts, incoming, messageId, verdict)
  throw new PortalError('notFound')
}

const UNVERIFIABLE = 'It could not be verified: the gateway could not be asked.'

async function refuse(parts: Parts, incoming: Incoming, messageId: number, verdict: Verdict): Promise<void> {
  await judgeMessage(parts.db, messageId, verdict, null, incoming.payment?.id)
  parts.log.warn({ ...told(incoming), message: messageId, verdict }, 'a message of a gateway was refused')
}

/** Stores a message as it came; answers its id. */
const store = ({ db }: Parts, { gateway, payment, ...message }: Incoming): Promise<number> =>
  storeMessage(db, gateway, { ...message, paymentId: payment?.id ?? null })

/** Stores a message before anybody knows whose it is: it counts for no payment until it is judged. */
const storeUnverified = (parts: Parts, incoming: Incoming): Promise<number> =>
  store(parts, { ...incoming, payment: undefined })

/** Facts of a message for the log: none of its values. */
const told = ({ gateway, kind, payment }: Incoming) => ({
  gateway: gateway.name,
  kind,
  payment: payment?.id,
})
