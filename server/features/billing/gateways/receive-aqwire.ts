import type { ResidentActor } from '../../../platform/actor.ts'
import { PortalError } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import type { AqwireGateway } from './aqwire/aqwire.ts'
import { askGateway } from './ask-gateway.ts'
import { refuseFlood, refuseForeign, store, storeGenuine, storeUnverified } from './incoming.ts'
import type { Incoming } from './incoming.ts'
import { judgeMessage } from './messages.ts'
import type { Fields } from './read-answer.ts'
import { fieldsOf, textOf } from './read-answer.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'
import { findByReference, findByTxnId, findOnlinePayment, hastenInquiry } from './repository.ts'
import type { OnlinePaymentRow } from './repository.ts'
import { settle } from './settle.ts'

type Parts = Services & { readonly unverified: UnverifiedBudget }

/** Time that a caller waits for our own question to AQWire. */
const CHECK_MS = 5000

/**
 * Takes in AQWire's webhook. Its body's form is not known for sure, so it only names the payment to ask about; AQWire's answer
 * to our own check decides. Throws 400 where `sign` does not verify, 404 for no payment of ours.
 */
export async function receiveWebhook(
  parts: Parts,
  gateway: AqwireGateway,
  body: Buffer,
  sign: string,
): Promise<void> {
  const text = body.toString('utf8')
  const named = namedTransaction(text)
  const payment = await findNamed(parts, named)
  const incoming: Incoming = {
    gateway,
    kind: 'webhook',
    txnId: payment?.txnId ?? named[0] ?? null,
    payment,
    raw: { body: text.slice(0, KEPT_CHARACTERS), sign: sign.slice(0, 200) },
  }
  const messageId = await storeGenuine(parts, incoming, () => gateway.verifyWebhook(body, sign))
  if (!payment || payment.sandbox !== gateway.sandbox)
    return refuseForeign(parts, incoming, messageId, 'unknown')
  await checkNow(parts, gateway, payment, messageId)
}

/**
 * Takes in the return of the resident's browser from AQWire. Nothing of it is believed: AQWire is asked. The payment must be
 * the resident's, 404 otherwise. It is named by our number, AQWire's or the payment's id.
 */
export async function receiveAqwireReturn(
  parts: Parts,
  gateway: AqwireGateway,
  actor: ResidentActor,
  paymentId: string,
  body: Fields,
): Promise<OnlinePaymentRow> {
  const own = await findNamed(parts, [paymentId], { tenantId: actor.id, ids: true })
  const isUsable = own && own.status !== 0 && own.sandbox === gateway.sandbox
  const payment = isUsable ? own : await findNamed(parts, [paymentId], { ids: true })
  if (!isUsable && !parts.unverified.take()) throw new PortalError('notFound')

  const said = ['status', 'outsourceStatus', 'message'].map((name) => [name, textOf(body[name], 200)])
  const raw = { tenant: actor.id, paymentId, ...(Object.fromEntries(said) as Fields) }
  const incoming: Incoming = { gateway, kind: 'return', txnId: payment?.txnId ?? null, payment, raw }
  if (!isUsable || !payment) {
    const isForeign = payment !== undefined && payment.tenantId !== actor.id
    const messageId = await storeUnverified(parts, incoming)
    return refuseForeign(parts, incoming, messageId, isForeign ? 'notOwn' : 'unknown')
  }
  await refuseFlood(parts, incoming)
  const messageId = await store(parts, incoming)
  await checkNow(parts, gateway, payment, messageId)
  return payment
}

/** Asks now; where AQWire does not answer in time, soon again. The hint's own verdict says whether it led to an answer. */
async function checkNow(
  parts: Parts,
  gateway: AqwireGateway,
  payment: OnlinePaymentRow,
  hintId: number,
): Promise<void> {
  const asked = await askGateway(parts, gateway, payment, { timeoutMs: CHECK_MS })
  if (typeof asked === 'string') {
    await hastenInquiry(parts.db, payment.id)
    await judgeMessage(parts.db, hintId, asked, 'AQWire is asked again later.')
    return
  }
  if (asked.untouched) {
    await Promise.all([asked.messageId, hintId].map((id) => judgeMessage(parts.db, id, 'untouched')))
    return
  }
  const [verdict] = await settle(parts, payment.id, [asked])
  if (verdict) await judgeMessage(parts.db, hintId, verdict)
}

const KEPT_CHARACTERS = 8000
/** Fields in which a webhook may name its transaction, by AQWire's number or ours. */
const NAMES = ['transactionId', 'uniqueId', 'paymentId', 'id'] as const

function namedTransaction(text: string): string[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return []
  }
  const body = fieldsOf(json)
  return [body, fieldsOf(body.data)].flatMap((fields) =>
    NAMES.flatMap((name) => textOf(fields[name], 100) ?? []),
  )
}

/** Finds the payment that one of these names. Our ids are for the resident's call alone: AQWire does not know them. */
async function findNamed(
  { db }: Pick<Services, 'db'>,
  names: readonly string[],
  { tenantId, ids = false }: { tenantId?: number; ids?: boolean } = {},
): Promise<OnlinePaymentRow | undefined> {
  for (const name of names) {
    const found = [
      await findByTxnId(db, 'aqwire', name),
      await findByReference(db, 'aqwire', name),
      ids && /^\d{1,15}$/.test(name) ? await findOnlinePayment(db, Number(name)) : undefined,
    ].find((row) => row?.type === 3 && (tenantId === undefined || row.tenantId === tenantId))
    if (found) return found
  }
  return undefined
}
