import type { ResidentActor } from '#platform/actor.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { toText, type Fields } from './fields.ts'
import { GATEWAY_LABELS } from './gateway-config.ts'
import {
  refuseForeignMessage,
  refuseUnreadableMessage,
  storeVerifiedMessage,
  storeUnverifiableMessage,
  type IncomingMessage,
} from './incoming-messages.ts'
import { inquireGateway } from './inquire-gateway.ts'
import type { GatewayMessage, PaymentGateway } from './payment-gateway.ts'
import { scheduleInquirySoon, type OnlinePaymentRow } from './repository.ts'
import { saveVerdict } from './store-message.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'

type ReceiveContext = PlatformContext & { readonly unverified: UnverifiedBudget }

const STORED_CHARACTERS = 8000

/**
 * Processes a call of a gateway's server. The call may come before the browser returns, late or repeatedly,
 * but has one effect. Throws 400 if the call is not genuine and 404 for an unknown payment. Throws 503 if the
 * gateway's keys cannot be fetched; then the gateway repeats the call.
 */
export async function receiveCallback(
  context: ReceiveContext,
  gateway: PaymentGateway,
  content: Buffer,
  signature = '',
): Promise<void> {
  const raw = { content: content.toString('utf8').slice(0, STORED_CHARACTERS), sign: signature.slice(0, 200) }
  const kind = gateway.name === 'dragonpay' ? 'postback' : 'webhook'
  await receiveMessage(context, gateway, { kind, raw, message: gateway.readCallback(content, signature) })
}

/**
 * Processes the parameters with which the resident's browser returns from the gateway (rules 8.14). Also asks
 * the gateway for the payment's state; if it does not answer in time, the verified parameters decide. Throws
 * 400 for a wrong digest and 404 for another resident's payment.
 */
export function receiveReturn(
  context: ReceiveContext,
  gateway: PaymentGateway,
  owner: ResidentActor,
  number: string,
  body: Fields,
): Promise<OnlinePaymentRow> {
  const raw = { tenant: owner.id, named: number, ...truncateValues(body) }
  return receiveMessage(context, gateway, {
    kind: 'return',
    raw,
    message: gateway.readReturn(number, body),
    owner,
  })
}

interface ReceivedMessage extends Pick<IncomingMessage, 'kind' | 'raw'> {
  readonly message: GatewayMessage | null
  readonly owner?: ResidentActor
}

async function receiveMessage(
  context: ReceiveContext,
  gateway: PaymentGateway,
  { kind, raw, message, owner }: ReceivedMessage,
): Promise<OnlinePaymentRow> {
  const ownPayment = owner && (await message?.find(context.db, owner.id))
  const payment = ownPayment ?? (await message?.find(context.db))
  const incomingMessage = { gateway, kind, txnId: payment?.txnId ?? message?.txnId ?? null, payment, raw }
  if (!message) return refuseUnreadableMessage(context, incomingMessage)
  const foreignVerdict = getForeignVerdict(payment, gateway, owner)
  const messageId = message.isGenuine
    ? await storeVerifiedMessage(context, incomingMessage, message.isGenuine)
    : await storeUnverifiableMessage(context, incomingMessage, foreignVerdict === null)
  if (!payment || foreignVerdict)
    return refuseForeignMessage(context, incomingMessage, messageId, foreignVerdict ?? 'unknown')
  await applyMessage(context, gateway, payment, { messageId, message, owner })
  return payment
}

function getForeignVerdict(
  payment: OnlinePaymentRow | undefined,
  { sandbox }: PaymentGateway,
  owner: ResidentActor | undefined,
): 'unknown' | 'notOwn' | null {
  if (!payment || payment.sandbox !== sandbox || (owner && payment.status === PAYMENT_STATUS.deleted))
    return 'unknown'
  return owner && payment.tenantId !== owner.id ? 'notOwn' : null
}

/**
 * Applies a message about a payment. Also asks the gateway for the payment's state, unless the gateway's
 * server sent it in a verified message. For an unverified message, stores whether the gateway answered; if it
 * did not, the portal asks again soon.
 */
async function applyMessage(
  context: ReceiveContext,
  gateway: PaymentGateway,
  payment: OnlinePaymentRow,
  { messageId, message, owner }: { messageId: number; message: GatewayMessage; owner?: ResidentActor },
): Promise<void> {
  const { db } = context
  const messageOutcome = message.outcome && { outcome: message.outcome, messageId }
  const inquiryOutcome = owner || !messageOutcome ? await inquireGateway(context, gateway, payment) : null
  const knownOutcomes = [inquiryOutcome, messageOutcome].filter(
    (outcome) => outcome !== null && typeof outcome === 'object',
  )
  const [verdict] = knownOutcomes.length > 0 ? await applyOutcomes(context, payment.id, knownOutcomes) : []
  if (messageOutcome || inquiryOutcome === null) return
  if (inquiryOutcome !== 'unknown' && inquiryOutcome !== 'failed')
    return saveVerdict(db, messageId, verdict ?? 'untouched')
  await scheduleInquirySoon(db, payment.id)
  await saveVerdict(db, messageId, inquiryOutcome, `${GATEWAY_LABELS[gateway.name]} is asked again later.`)
}

function truncateValues(body: Fields): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, 40)
      .map(([name, value]) => [name.slice(0, 40), toText(value, 2100)]),
  )
}
