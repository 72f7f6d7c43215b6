import { NO_GATEWAY_DATA, type GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import { toAmount, toFields, toMoment, toText, type Fields } from '../fields.ts'
import type { DragonpayConfig } from '../gateway-config.ts'
import type { GatewayHost } from '../gateway-host.ts'
import {
  GatewayError,
  type GatewayTimeouts,
  type InquiryAnswer,
  type PaymentNumbers,
} from '../payment-gateway.ts'
import { STATUS_LETTERS, explainMessage, toStatusCode } from './to-status-code.ts'

export interface Merchant {
  readonly host: GatewayHost
  /** HTTP Basic credentials; never logged or stored. */
  readonly authorization: string
  readonly config: DragonpayConfig
  readonly timeouts: GatewayTimeouts
}

/**
 * Asks Dragonpay for a payment's state by the REST API. If that fails, uses the older API, which returns only
 * the status. Throws GatewayError if both fail.
 */
export async function inquireDragonpay(
  merchant: Merchant,
  { txnId }: PaymentNumbers,
): Promise<InquiryAnswer> {
  const timeoutMs = merchant.timeouts.inquire
  const deadline = performance.now() + timeoutMs
  const restAnswer = await inquireByRest(merchant, txnId, timeoutMs).catch((error: unknown) => {
    // The older API is skipped after a timeout, because no time is left for it.
    if (error instanceof GatewayError && deadline - performance.now() > MIN_TIMEOUT_MS) return null
    throw error
  })
  if (restAnswer && restAnswer.result !== 'unknown') return restAnswer
  try {
    return await inquireStatus(merchant, txnId, Math.max(MIN_TIMEOUT_MS, deadline - performance.now()))
  } catch (error) {
    // The REST API answered that it does not know the payment. This is a valid result, so the failure of the
    // older API does not matter.
    if (restAnswer) return restAnswer
    throw error
  }
}

const MIN_TIMEOUT_MS = 250

async function inquireByRest(
  { host, authorization, config }: Merchant,
  txnId: string,
  timeoutMs: number,
): Promise<InquiryAnswer | null> {
  const { status, json } = await host.call(`/api/collect/v1/txnid/${encodeURIComponent(txnId)}`, {
    headers: { authorization },
    timeoutMs,
  })
  if (status === 404) return { raw: json ?? { status }, result: 'unknown' }
  const inquiryFields = toFields(json)
  if (status !== 200 || !STATUS_LETTERS.test(toText(inquiryFields.Status) ?? '')) return null
  requireSameValue(inquiryFields, 'TxnId', txnId)
  requireSameValue(inquiryFields, 'MerchantId', config.merchantId)
  const outcome = toRestOutcome(inquiryFields)
  return { raw: json, result: outcome.outsourceStatus === 'U' ? 'untouched' : outcome }
}

function requireSameValue(response: Fields, name: 'TxnId' | 'MerchantId', expected: string): void {
  const actual = toText(response[name])
  if (actual !== null && actual.toLowerCase() !== expected.toLowerCase())
    throw new GatewayError(`Dragonpay answered about another ${name}.`, { uncertain: true, answer: response })
}

function toRestOutcome(response: Fields): GatewayOutcome {
  return {
    outsourceStatus: toStatusCode(toText(response.Status) ?? 'U', toText(response.ProcMsg, 1000)),
    reference: toText(response.RefNo),
    message: explainMessage(toText(response.ProcMsg, 1000)),
    amount: toAmount(response.Amount),
    fee: toAmount(response.Fee),
    currency: toText(response.Currency, 3),
    method: toText(response.ProcId, 20),
    settledAt: toMoment(response.SettleDate),
    source: 'inquiry',
  }
}

/**
 * Asks Dragonpay's older API, which returns the status as one letter (`U`: unknown). Its URL contains the
 * password.
 */
async function inquireStatus(
  { host, config }: Merchant,
  txnId: string,
  timeoutMs: number,
): Promise<InquiryAnswer> {
  const query = new URLSearchParams({
    op: 'GETSTATUS',
    merchantid: config.merchantId,
    merchantpwd: config.password,
    txnid: txnId,
  })
  const { status, text } = await host.call(`/MerchantRequest.aspx?${query.toString()}`, { timeoutMs })
  const statusLetter = text.trim()
  if (status !== 200 || !/^[A-Za-z]$/.test(statusLetter))
    throw new GatewayError('Dragonpay did not say what became of the payment.', {
      uncertain: true,
      answer: { status, text: text.slice(0, 200) },
    })
  const outsourceStatus = statusLetter.toUpperCase()
  const raw = { status: statusLetter }
  if (outsourceStatus === 'U') return { raw, result: 'unknown' }
  return { raw, result: { ...NO_GATEWAY_DATA, outsourceStatus, message: '', source: 'inquiry' } }
}
