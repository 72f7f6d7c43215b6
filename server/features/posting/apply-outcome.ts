import { decide, type Decision } from '#features/payments/decide.ts'
import { gatewayActor, recordPaymentEvent } from '#features/payments/history.ts'
import { noticeNew, noticePaid, noticeRefused, noticeSetAside } from '#features/payments/notices.ts'
import type { GatewayOutcome } from '#features/payments/online-payment.ts'
import { lockPayment, type PaymentRow } from '#features/payments/repository.ts'
import { saveFacts, saveOutcome } from '#features/payments/save-payment.ts'
import type { Tx } from '#platform/db/client.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

export interface AppliedOutcome {
  /** It moved the payment or its outsource status, did nothing, or put it before a person. */
  readonly effect: 'changed' | 'none' | 'setAside'
  /** The payment before. */
  readonly before: PaymentRow
  /** The gateway's letter after. */
  readonly letter: string | null
}

/**
 * Acts on what a gateway said of a payment, in the caller's transaction; `messageId` is the stored message that it came
 * with (`gateway_messages`), null for none. The row is locked first, so the same outcome many times at once counts once:
 * one event in the history, one notification for each who is to know, one live event. At a letter after which nothing
 * more comes it stops the inquiries (`next_inquiry_at`). The amount never changes. Money for a deleted payment is told to
 * the office. What to do is `decide`'s. Throws for a payment that does not exist.
 */
export async function applyOutcome(
  tx: Tx,
  paymentId: number,
  outcome: GatewayOutcome,
  messageId: number | null,
): Promise<AppliedOutcome> {
  const row = await lockPayment(tx, paymentId, { deleted: true })
  if (!row) throw new Error(`payment ${paymentId} is not there to be settled`)
  const said = plain(outcome)
  const decision = decide(row, said)
  const setAside = decision.reasons.length > 0
  const moved = decision.status !== row.status || decision.outsourceStatus !== row.outsource_status
  const facts = { ...said, final: decision.final && !said.provisional }
  if (!setAside && !moved) {
    await saveFacts(tx, row.id, facts)
    return { effect: 'none', before: row, letter: decision.outsourceStatus }
  }
  await saveOutcome(tx, row.id, facts, {
    status: decision.status,
    outsourceStatus: decision.outsourceStatus,
    message: moved && said.message !== '' ? said.message : null,
    setAside: setAside ? [row.set_aside, ...decision.reasons].filter(Boolean).join('\n') : row.set_aside,
  })
  await recordPaymentEvent(tx, gatewayActor(row.type), {
    payment_id: row.id,
    from_status: row.status,
    to_status: decision.status,
    from_outsource: row.outsource_status,
    to_outsource: decision.outsourceStatus,
    mark: setAside ? 'setAside' : undefined,
    remark: (setAside ? decision.reasons.join('\n') : said.message) || null,
    message_id: messageId,
  })
  await notify(tx, row, decision, said)
  return { effect: setAside ? 'setAside' : 'changed', before: row, letter: decision.outsourceStatus }
}

async function notify(
  tx: Tx,
  payment: PaymentRow,
  decision: Decision,
  { outsourceStatus: letter, message }: GatewayOutcome,
): Promise<void> {
  if (decision.notice === 'rejected') await noticeRefused(tx, payment, { letter, message })
  // One word to the office: that something is wrong, rather than that something came.
  if (decision.reasons.length > 0)
    await noticeSetAside(tx, payment, decision.reasons, payment.status === PAYMENT_STATUS.deleted)
  else if (decision.notice === 'arrived') await noticeNew(tx, payment, decision.outsourceStatus)
  else if (decision.notice === 'paid') await noticePaid(tx, payment)
}

// Control characters have no place in what is shown, and PostgreSQL stores no NUL.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F]+/g
const clean = (text: string, max: number): string =>
  text.toWellFormed().replaceAll(CONTROL, ' ').trim().slice(0, max)
const cleanOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : clean(text, max) || null
const amountOrNull = (amount: number | null): number | null =>
  amount !== null && Number.isFinite(amount) && Math.abs(amount) <= LIMITS.money ? amount : null

/** Returns an outcome that can be stored: a foreign machine's texts have no promised form. */
function plain(outcome: GatewayOutcome): GatewayOutcome {
  return {
    ...outcome,
    outsourceStatus: clean(outcome.outsourceStatus, 20) || 'U',
    reference: cleanOrNull(outcome.reference, 100),
    message: clean(outcome.message, 500),
    // An amount that no payment can have is still one that differs.
    amount: outcome.amount === null ? null : (amountOrNull(outcome.amount) ?? 0),
    fee: amountOrNull(outcome.fee),
    currency: cleanOrNull(outcome.currency, 10),
    method: cleanOrNull(outcome.method, 100),
    settledAt: outcome.settledAt && Number.isNaN(outcome.settledAt.getTime()) ? null : outcome.settledAt,
  }
}
