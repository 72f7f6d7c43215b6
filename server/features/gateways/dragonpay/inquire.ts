import { NO_FACTS, type GatewayOutcome } from '#features/payments/online-payment.ts'
import type { DragonpayConfig } from '../gateway-config.ts'
import type { GatewayHost } from '../gateway-host.ts'
import { GatewayError, type GatewayTimeouts, type InquiryAnswer, type KnownPayment } from '../gateway.ts'
import { amountOf, fieldsOf, momentOf, textOf, type Fields } from '../read-answer.ts'
import { STATUS, explainMessage, letterOf } from './statuses.ts'

/** Host and credentials for calls in a merchant's name. */
export interface Merchant {
  readonly host: GatewayHost
  /** HTTP Basic; never logged, never stored. */
  readonly authorization: string
  readonly config: DragonpayConfig
  readonly timeouts: GatewayTimeouts
}

/**
 * Asks Dragonpay for a transaction's state: by its REST inquiry, and where that does not answer as it should by the older
 * one, which knows the status only. Throws GatewayError when neither answers.
 */
export async function inquire(merchant: Merchant, { txnId }: KnownPayment): Promise<InquiryAnswer> {
  const timeoutMs = merchant.timeouts.inquire
  const until = performance.now() + timeoutMs
  const rest = await restInquiry(merchant, txnId, timeoutMs).catch((error: unknown) => {
    // A time-out leaves no time for the other way.
    if (error instanceof GatewayError && until - performance.now() > LEAST_MS) return null
    throw error
  })
  if (rest && rest.said !== 'unknown') return rest
  try {
    return await statusInquiry(merchant, txnId, Math.max(LEAST_MS, until - performance.now()))
  } catch (error) {
    // 'unknown' from the newer inquiry is an answer too.
    if (rest) return rest
    throw error
  }
}

/** Least time for a second call. */
const LEAST_MS = 250

/** Null where the path is not there for this merchant, or does not answer in the known form. */
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
  const answer = fieldsOf(json)
  if (status !== 200 || !STATUS.test(textOf(answer.Status) ?? '')) return null
  requireSame(answer, 'TxnId', txnId)
  requireSame(answer, 'MerchantId', config.merchantId)
  const outcome = restOutcome(answer)
  return { raw: json, said: outcome.outsourceStatus === 'U' ? 'untouched' : outcome }
}

/** An answer about something else is no answer. */
function requireSame(answer: Fields, name: 'TxnId' | 'MerchantId', expected: string): void {
  const given = textOf(answer[name])
  if (given !== null && given.toLowerCase() !== expected.toLowerCase())
    throw new GatewayError(`Dragonpay answered about another ${name}.`, { uncertain: true, answer })
}

function restOutcome(answer: Fields): GatewayOutcome {
  return {
    outsourceStatus: letterOf(textOf(answer.Status) ?? 'U', textOf(answer.ProcMsg, 1000)),
    reference: textOf(answer.RefNo),
    message: explainMessage(textOf(answer.ProcMsg, 1000)),
    amount: amountOf(answer.Amount),
    fee: amountOf(answer.Fee),
    currency: textOf(answer.Currency, 3),
    method: textOf(answer.ProcId, 20),
    settledAt: momentOf(answer.SettleDate),
    source: 'inquiry',
  }
}

/** Asks by the documented call: the status as text, one letter. It takes the password in its address; `U` is unknown. */
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
