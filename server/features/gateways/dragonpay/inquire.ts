import { NO_FACTS, type GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import { toAmount, toFields, toMoment, toText, type Fields } from '../fields.ts'
import type { DragonpayConfig } from '../gateway-config.ts'
import type { GatewayHost } from '../gateway-host.ts'
import {
  GatewayError,
  type GatewayTimeouts,
  type InquiryAnswer,
  type KnownPayment,
} from '../payment-gateway.ts'
import { STATUS, explainMessage, toStatusCode } from './to-status-code.ts'

export interface Merchant {
  readonly host: GatewayHost
  /** HTTP Basic credentials, never logged or stored. */
  readonly authorization: string
  readonly config: DragonpayConfig
  readonly timeouts: GatewayTimeouts
}

/**
 * Requests the state of a transaction from Dragonpay's REST inquiry, or else from the older one, which
 * returns only the status. Throws GatewayError if both fail.
 */
export async function inquire(merchant: Merchant, { txnId }: KnownPayment): Promise<InquiryAnswer> {
  const timeoutMs = merchant.timeouts.inquire
  const until = performance.now() + timeoutMs
  const rest = await restInquiry(merchant, txnId, timeoutMs).catch((error: unknown) => {
    // After a timeout no time is left for the older inquiry.
    if (error instanceof GatewayError && until - performance.now() > LEAST_MS) return null
    throw error
  })
  if (rest && rest.said !== 'unknown') return rest
  try {
    return await statusInquiry(merchant, txnId, Math.max(LEAST_MS, until - performance.now()))
  } catch (error) {
    // 'unknown' is a valid answer of the REST inquiry.
    if (rest) return rest
    throw error
  }
}

/** Minimum milliseconds for the second inquiry. */
const LEAST_MS = 250

/** Inquires by REST; null if the merchant has no access, or the format is unknown. */
async function restInquiry(
  { host, authorization, config }: Merchant,
  txnId: string,
  timeoutMs: number,
): Promise<InquiryAnswer | null> {
  const { status, json } = await host.call(`/api/collect/v1/txnid/${encodeURIComponent(txnId)}`, {
    headers: { authorization },
    timeoutMs,
  })
  if (status === 404) return { raw: json ?? { status }, said: 'unknown' }
  const answer = toFields(json)
  if (status !== 200 || !STATUS.test(toText(answer.Status) ?? '')) return null
  requireSame(answer, 'TxnId', txnId)
  requireSame(answer, 'MerchantId', config.merchantId)
  const outcome = restOutcome(answer)
  return { raw: json, said: outcome.outsourceStatus === 'U' ? 'untouched' : outcome }
}

/** Throws GatewayError for an answer about another merchant or transaction. */
function requireSame(answer: Fields, name: 'TxnId' | 'MerchantId', expected: string): void {
  const actual = toText(answer[name])
  if (actual !== null && actual.toLowerCase() !== expected.toLowerCase())
    throw new GatewayError(`Dragonpay answered about another ${name}.`, { uncertain: true, answer })
}

function restOutcome(answer: Fields): GatewayOutcome {
  return {
    outsourceStatus: toStatusCode(toText(answer.Status) ?? 'U', toText(answer.ProcMsg, 1000)),
    reference: toText(answer.RefNo),
    message: explainMessage(toText(answer.ProcMsg, 1000)),
    amount: toAmount(answer.Amount),
    fee: toAmount(answer.Fee),
    currency: toText(answer.Currency, 3),
    method: toText(answer.ProcId, 20),
    settledAt: toMoment(answer.SettleDate),
    source: 'inquiry',
  }
}

/** Inquires by the documented call; returns one letter (`U`: unknown). Its URL contains the password. */
async function statusInquiry(
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
  const letter = text.trim()
  if (status !== 200 || !/^[A-Za-z]$/.test(letter))
    throw new GatewayError('Dragonpay did not say what became of the payment.', {
      uncertain: true,
      answer: { status, text: text.slice(0, 200) },
    })
  const outsourceStatus = letter.toUpperCase()
  const raw = { status: letter }
  if (outsourceStatus === 'U') return { raw, said: 'unknown' }
  return { raw, said: { ...NO_FACTS, outsourceStatus, message: '', source: 'inquiry' } }
}
