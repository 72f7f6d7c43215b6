import type { ResidentActor } from '#platform/actor.ts'
import type { Services } from '#platform/services.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { settle } from './apply-messages.ts'
import { askGateway } from './ask-gateway.ts'
import { GATEWAY_LABELS } from './gateway-config.ts'
import type { GatewayMessage, PaymentGateway } from './gateway.ts'
import {
  refuseForeign,
  refuseUnreadable,
  storeGenuine,
  storeHint,
  type Incoming,
} from './incoming-messages.ts'
import { judgeMessage } from './messages.ts'
import { textOf, type Fields } from './read-answer.ts'
import { hastenInquiry, type OnlinePaymentRow } from './repository.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'

type Parts = Services & { readonly unverified: UnverifiedBudget }

const KEPT_CHARACTERS = 8000

/**
 * Takes in a gateway's own call, from server to server. It may come before the browser does, late, or many times, and counts
 * once. Throws 400 where it is not genuine, 404 for no payment of ours, 503 where the gateway's keys cannot be had: then it
 * calls again.
 */
export async function receiveCallback(
  parts: Parts,
  gateway: PaymentGateway,
  content: Buffer,
  sign = '',
): Promise<void> {
  const raw = { content: content.toString('utf8').slice(0, KEPT_CHARACTERS), sign: sign.slice(0, 200) }
  const kind = gateway.name === 'dragonpay' ? 'postback' : 'webhook'
  await receive(parts, gateway, { kind, raw, message: gateway.readCallback(content, sign) })
}

/**
 * Takes in what the resident's browser brought back from a gateway (rules 8.14), for the payment that it names. Throws 400 where
 * its digest is wrong, 404 where the payment is not the resident's. The gateway is asked as well; where it does not answer in
 * time, what verified stands until it does.
 */
export function receiveReturn(
  parts: Parts,
  gateway: PaymentGateway,
  owner: ResidentActor,
  named: string,
  body: Fields,
): Promise<OnlinePaymentRow> {
  const raw = { tenant: owner.id, named, ...keptValues(body) }
  return receive(parts, gateway, { kind: 'return', raw, message: gateway.readReturn(named, body), owner })
}

interface Received extends Pick<Incoming, 'kind' | 'raw'> {
  /** Null where it cannot be read. */
  readonly message: GatewayMessage | null
  /** The resident whose browser brought it; undefined for the gateway's own call. */
  readonly owner?: ResidentActor
}

async function receive(
  parts: Parts,
  gateway: PaymentGateway,
  { kind, raw, message, owner }: Received,
): Promise<OnlinePaymentRow> {
  const own = owner && (await message?.find(parts.db, owner.id))
  const payment = own ?? (await message?.find(parts.db))
  const incoming = { gateway, kind, txnId: payment?.txnId ?? message?.txnId ?? null, payment, raw }
  if (!message) return refuseUnreadable(parts, incoming)
  const foreign = foreignTo(payment, gateway, owner)
  const messageId = message.isGenuine
    ? await storeGenuine(parts, incoming, message.isGenuine)
    : await storeHint(parts, incoming, foreign === null)
  if (!payment || foreign) return refuseForeign(parts, incoming, messageId, foreign ?? 'unknown')
  await act(parts, gateway, payment, { messageId, message, owner })
  return payment
}

function foreignTo(
  payment: OnlinePaymentRow | undefined,
  { sandbox }: PaymentGateway,
  owner: ResidentActor | undefined,
): 'unknown' | 'notOwn' | null {
  if (!payment || payment.sandbox !== sandbox || (owner && payment.status === PAYMENT_STATUS.deleted))
    return 'unknown'
  return owner && payment.tenantId !== owner.id ? 'notOwn' : null
}

/**
 * Asks the gateway, unless its own verified call says the state by itself, and acts on all that was heard. The verdict on a hint
 * says whether it led to an answer; where the gateway does not answer in time, it is asked again soon.
 */
async function act(
  parts: Parts,
  gateway: PaymentGateway,
  payment: OnlinePaymentRow,
  { messageId, message, owner }: { messageId: number; message: GatewayMessage; owner?: ResidentActor },
): Promise<void> {
  const { db } = parts
  const said = message.outcome && { outcome: message.outcome, messageId }
  const asked = owner || !said ? await askGateway(parts, gateway, payment) : null
  const heard = [asked, said].filter((one) => one !== null && typeof one === 'object')
  const [verdict] = heard.length > 0 ? await settle(parts, payment.id, heard) : []
  if (said || asked === null) return
  if (asked !== 'unknown' && asked !== 'failed') return judgeMessage(db, messageId, verdict ?? 'untouched')
  await hastenInquiry(db, payment.id)
  await judgeMessage(db, messageId, asked, `${GATEWAY_LABELS[gateway.name]} is asked again later.`)
}

/** A body's own values as they came, each within bounds. */
function keptValues(body: Fields): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, 40)
      .map(([name, value]) => [name.slice(0, 40), textOf(value, 2100)]),
  )
}
