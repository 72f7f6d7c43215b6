import type { ResidentActor } from '../../../platform/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { askGateway } from './ask-gateway.ts'
import { readCallbackForm, toCallback } from './dragonpay/callback.ts'
import type { DragonpayCallback } from './dragonpay/callback.ts'
import { callbackOutcome } from './dragonpay/dragonpay.ts'
import type { DragonpayGateway } from './dragonpay/dragonpay.ts'
import type { Fields } from './read-answer.ts'
import { textOf } from './read-answer.ts'
import { judgeMessage } from './messages.ts'
import { refuseForeign, refuseUnreadable, storeGenuine } from './incoming.ts'
import type { Incoming } from './incoming.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'
import { findByTxnId } from './repository.ts'
import type { OnlinePaymentRow } from './repository.ts'
import { settle } from './settle.ts'
import type { HeardOutcome } from './settle.ts'

type Parts = Services & { readonly unverified: UnverifiedBudget }

/**
 * Takes in Dragonpay's own call, from server to server: a query or a form as it came. It may come before the browser does,
 * late, or many times, and counts once. Throws 400 where its digest does not verify, 404 for no payment of ours, 503 where
 * Dragonpay's keys cannot be had: then it calls again.
 */
export async function receivePostback(parts: Parts, gateway: DragonpayGateway, form: string): Promise<void> {
  const callback = readCallbackForm(form)
  const incoming = await describe(parts, gateway, 'postback', callback, {
    form: form.slice(0, KEPT_CHARACTERS),
  })
  if (!callback) return refuseUnreadable(parts, incoming)
  const messageId = await storeGenuine(parts, incoming, () => gateway.verifier.verify(callback))
  const { payment } = incoming
  if (!payment || payment.sandbox !== gateway.sandbox)
    return refuseForeign(parts, incoming, messageId, 'unknown')
  await settle(parts, payment.id, [{ outcome: callbackOutcome(callback, gateway.verifier), messageId }])
}

/** Time that a resident's browser waits for our own question to Dragonpay. */
const RETURN_INQUIRY_MS = 5000

/**
 * Takes in the parameters with which the resident's browser came back from Dragonpay (rules 8.14). Their digest must verify, 400
 * otherwise; the payment must be the resident's, 404 otherwise. The digest does not cover the amount, so Dragonpay is asked
 * as well; where it does not answer in time, what verified stands until it does.
 */
export async function receiveDragonpayReturn(
  parts: Parts,
  gateway: DragonpayGateway,
  actor: ResidentActor,
  txnId: string,
  body: Fields,
): Promise<OnlinePaymentRow> {
  const callback = returnedCallback(txnId, body)
  const incoming = await describe(parts, gateway, 'return', callback, {
    tenant: actor.id,
    ...keptValues(body),
  })
  if (!callback) return refuseUnreadable(parts, incoming)
  const messageId = await storeGenuine(parts, incoming, () => gateway.verifier.verify(callback))
  const { payment } = incoming
  if (!payment || payment.status === 0 || payment.sandbox !== gateway.sandbox)
    return refuseForeign(parts, incoming, messageId, 'unknown')
  if (payment.tenantId !== actor.id) return refuseForeign(parts, incoming, messageId, 'notOwn')

  const asked = await askGateway(parts, gateway, payment, { timeoutMs: RETURN_INQUIRY_MS })
  const heard: HeardOutcome[] = []
  if (typeof asked === 'object') {
    if (asked.untouched) await judgeMessage(parts.db, asked.messageId, 'untouched')
    else heard.push(asked)
  }
  heard.push({ outcome: callbackOutcome(callback, gateway.verifier), messageId })
  await settle(parts, payment.id, heard)
  return payment
}

/** The call's names for the parameters of Dragonpay's return. */
function returnedCallback(txnId: string, body: Fields): DragonpayCallback | null {
  if (body.txnId !== undefined && body.txnId !== txnId) return null
  return toCallback({ ...body, txnid: txnId, refno: body.refNo, status: body.outsourceStatus })
}

async function describe(
  { db }: Parts,
  gateway: DragonpayGateway,
  kind: Incoming['kind'],
  callback: DragonpayCallback | null,
  raw: unknown,
): Promise<Incoming> {
  const payment = callback ? await findByTxnId(db, 'dragonpay', callback.txnid) : undefined
  return { gateway, kind, txnId: callback?.txnid ?? null, payment, raw }
}

const KEPT_CHARACTERS = 8000

/** A body's own values as they came, each within bounds. */
function keptValues(body: Fields): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, 40)
      .map(([name, value]) => [name.slice(0, 40), textOf(value, 2100)]),
  )
}
