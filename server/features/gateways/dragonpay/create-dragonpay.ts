import {
  NO_GATEWAY_DATA,
  type GatewayOutcome,
  type PaymentRequest,
} from '#features/payments/gateway-outcome.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { toAmount, toFields, toText } from '../fields.ts'
import type { DragonpayConfig } from '../gateway-config.ts'
import { createGatewayHost, createRefusalError, type SendRequest } from '../gateway-host.ts'
import {
  GatewayError,
  TIMEOUTS,
  type PaymentPage,
  type GatewayMessage,
  type GatewayTimeouts,
  type MessageReader,
  type PaymentGateway,
} from '../payment-gateway.ts'
import { findPaymentByTxnId } from '../repository.ts'
import { createCallbackKeys } from './callback-keys.ts'
import {
  createHmacVerifier,
  createRsaVerifier,
  createSha1Digest,
  createSha1Verifier,
  type CallbackVerifier,
} from './callback-verifier.ts'
import { parseCallbackForm, toCallback, type DragonpayCallback } from './dragonpay-callback.ts'
import { inquireDragonpay, type Merchant } from './inquire-dragonpay.ts'
import { explainMessage, toStatusCode } from './to-status-code.ts'

export function createDragonpay(
  config: DragonpayConfig,
  timeouts: GatewayTimeouts = TIMEOUTS,
  send?: SendRequest,
): PaymentGateway {
  const credentials = Buffer.from(`${config.merchantId}:${config.password}`).toString('base64')
  const authorization = `Basic ${credentials}`
  const host = createGatewayHost(config.url, 'Dragonpay', [config.password, credentials], send)
  const merchant = { host, authorization, config, timeouts }

  const keys = createCallbackKeys(async () => {
    const { status, json } = await host.call('/api/collect/v1/keys/callback', {
      headers: { authorization },
      timeoutMs: timeouts.inquire,
    })
    if (status !== 200) throw new GatewayError(`Dragonpay did not tell its keys (${status}).`)
    return json
  })
  const verifiers = {
    sha1: () => createSha1Verifier(config),
    hmac: () => createHmacVerifier(config),
    rsa: () => createRsaVerifier(config, keys),
  }
  return {
    name: 'dragonpay',
    type: PAYMENT_TYPE.dragonpay,
    sandbox: false,
    ...createMessageReader(verifiers[config.verifier]()),
    create: async (request) =>
      config.create === 'redirect'
        ? { url: getRedirectUrl(config, request), reference: null, raw: null }
        : postPaymentRequest(merchant, request),
    inquire: (payment) => inquireDragonpay(merchant, payment),
  }
}

function getRedirectUrl(config: DragonpayConfig, request: PaymentRequest): string {
  const { txnId, email, description } = request
  const { merchantId, password, url } = config
  const amount = request.amount.toFixed(2)
  const query = new URLSearchParams({
    merchantid: merchantId,
    txnid: txnId,
    amount,
    ccy: 'PHP',
    description,
    email,
    digest: createSha1Digest([merchantId, txnId, amount, 'PHP', description, email], password),
  })
  return `${url}/Pay.aspx?${query.toString()}`
}

async function postPaymentRequest(
  { host, authorization, timeouts }: Merchant,
  { txnId, amount, description, email }: PaymentRequest,
): Promise<PaymentPage> {
  const response = await host.call(`/api/collect/v2/${encodeURIComponent(txnId)}/post`, {
    method: 'POST',
    headers: { authorization },
    body: { Amount: amount.toFixed(2), Currency: 'PHP', Description: description, Email: email },
    timeoutMs: timeouts.create,
  })
  const paymentFields = toFields(response.json)
  const url = toText(paymentFields.Url, 2000)
  // Status S means only that the payment request was created, not that it is paid.
  if (response.status < 400 && paymentFields.Status === 'S' && url !== null)
    return { url, reference: toText(paymentFields.RefNo), raw: response.json }
  throw createRefusalError('Dragonpay', response, explainMessage(toText(paymentFields.Message, 500)))
}

function createMessageReader(verifier: CallbackVerifier): MessageReader {
  const toMessage = (callback: DragonpayCallback | null): GatewayMessage | null =>
    callback && {
      txnId: callback.txnid,
      find: (db) => findPaymentByTxnId(db, 'dragonpay', callback.txnid),
      isGenuine: () => verifier.verify(callback),
      outcome: toOutcome(callback, verifier),
    }
  return {
    readCallback: (content) => toMessage(parseCallbackForm(content.toString('utf8'))),
    readReturn: (txnid, body) => {
      const isOtherTransaction = body.txnId !== undefined && body.txnId !== txnid
      const callbackFields = { txnid, refno: body.refNo, status: body.outsourceStatus }
      return isOtherTransaction ? null : toMessage(toCallback({ ...body, ...callbackFields }))
    },
  }
}

function toOutcome(callback: DragonpayCallback, { coversAmount }: CallbackVerifier): GatewayOutcome {
  return {
    // Currency, processor and date are left out, because no signature protects them. The portal gets them by
    // asking Dragonpay.
    ...NO_GATEWAY_DATA,
    outsourceStatus: toStatusCode(callback.status, callback.message),
    reference: toText(callback.refno),
    message: explainMessage(toText(callback.message, 1000)),
    amount: coversAmount ? toAmount(callback.amount) : null,
    source: 'message',
  }
}
