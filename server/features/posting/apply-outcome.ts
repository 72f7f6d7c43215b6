import {
  decidePaymentChange,
  getMoneyState,
  type Decision,
} from '#features/payments/decide-payment-change.ts'
import type { GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import {
  notifyNewPayment,
  notifyOfficeOfPaidPayment,
  notifyResidentOfPaidPayment,
  notifyPaymentFailed,
  notifyPaymentSetAside,
} from '#features/payments/payment-notifications.ts'
import { toGatewayActor, recordPaymentEvent } from '#features/payments/record-payment-event.ts'
import {
  isPaymentRejected,
  lockPayment,
  markPossibleDuplicates,
  type PaymentRow,
} from '#features/payments/repository.ts'
import { saveGatewayData, saveOutcome } from '#features/payments/save-payment.ts'
import type { Tx } from '#platform/db/client.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

export interface AppliedOutcome {
  readonly effect: 'changed' | 'none' | 'setAside'
  readonly paymentBefore: PaymentRow
  readonly statusCode: string | null
}

/**
 * Applies a gateway's outcome (report on a payment) to the payment, in the caller's transaction.
 * `decidePaymentChange` determines the effect. Locks the payment first, so that a repeated outcome has no
 * second effect. After a final status code, the portal stops asking the gateway (`next_inquiry_at`). Never
 * changes the payment's amount. If money arrived for a deleted payment, notifies the office. `messageId`
 * refers to `gateway_messages`. Throws for an unknown payment.
 */
export async function applyOutcome(
  tx: Tx,
  paymentId: number,
  outcome: GatewayOutcome,
  messageId: number | null,
  timeZone: string,
): Promise<AppliedOutcome> {
  const row = await lockPayment(tx, paymentId, { includesDeleted: true })
  if (!row) throw new Error(`payment ${paymentId} does not exist`)
  const storableOutcome = sanitizeOutcome(outcome)
  const decision = decidePaymentChange(row, storableOutcome)
  const isSetAside = decision.reasons.length > 0
  const isMoved = decision.status !== row.status || decision.outsourceStatus !== row.outsource_status
  const outcomeFacts = { ...storableOutcome, final: decision.final && !storableOutcome.provisional }
  if (!isSetAside && !isMoved) {
    await saveGatewayData(tx, row.id, outcomeFacts)
    return { effect: 'none', paymentBefore: row, statusCode: decision.outsourceStatus }
  }
  await saveOutcome(tx, row.id, outcomeFacts, {
    status: decision.status,
    outsourceStatus: decision.outsourceStatus,
    message: isMoved && storableOutcome.message !== '' ? storableOutcome.message : null,
    setAside: isSetAside ? [row.set_aside, ...decision.reasons].filter(Boolean).join('\n') : row.set_aside,
  })
  const isNewlyPaid =
    getMoneyState(row.outsource_status) !== 'came' && getMoneyState(decision.outsourceStatus) === 'came'
  if (isNewlyPaid && decision.status !== PAYMENT_STATUS.posted)
    await markPossibleDuplicates(tx, row, timeZone)
  await recordPaymentEvent(tx, toGatewayActor(row.type), {
    payment_id: row.id,
    from_status: row.status,
    to_status: decision.status,
    from_outsource: row.outsource_status,
    to_outsource: decision.outsourceStatus,
    mark: isSetAside ? 'setAside' : undefined,
    remark: (isSetAside ? decision.reasons.join('\n') : storableOutcome.message) || null,
    message_id: messageId,
  })
  await sendOutcomeNotifications(tx, row, decision, storableOutcome)
  return {
    effect: isSetAside ? 'setAside' : 'changed',
    paymentBefore: row,
    statusCode: decision.outsourceStatus,
  }
}

async function sendOutcomeNotifications(
  tx: Tx,
  payment: PaymentRow,
  decision: Decision,
  { outsourceStatus: statusCode, message }: GatewayOutcome,
): Promise<void> {
  if (decision.notice === 'rejected') await notifyPaymentFailed(tx, payment, { statusCode, message })
  // The office gets only one notification: about the problem if there is one, otherwise about the arrived
  // payment.
  if (decision.reasons.length > 0)
    await notifyPaymentSetAside(tx, payment, decision.reasons, payment.status === PAYMENT_STATUS.deleted)
  else if (decision.notice === 'arrived') await notifyNewPayment(tx, payment, decision.outsourceStatus)
  else if (decision.notice === 'paid') await notifyOfficeOfPaidPayment(tx, payment)
  // If the office rejected the payment before the gateway reported it as paid, its rejection remains in
  // force, so the resident is not notified.
  if (decision.notice === 'paid' && !(await isPaymentRejected(tx, payment.id)))
    await notifyResidentOfPaidPayment(tx, payment, decision.amountDiffers)
}

// Control characters are not displayed, and PostgreSQL stores no NUL.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001F\u007F]+/g
const cleanText = (text: string, max: number): string =>
  text.toWellFormed().replaceAll(CONTROL_CHARACTERS, ' ').trim().slice(0, max)
const cleanTextOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : cleanText(text, max) || null
const toAmountOrNull = (amount: number | null): number | null =>
  amount !== null && Number.isFinite(amount) && Math.abs(amount) <= LIMITS.money ? amount : null

// Limits the gateway's values to those that the database can store, because a gateway may send any texts and
// numbers.
function sanitizeOutcome(outcome: GatewayOutcome): GatewayOutcome {
  return {
    ...outcome,
    outsourceStatus: cleanText(outcome.outsourceStatus, 20) || 'U',
    reference: cleanTextOrNull(outcome.reference, 100),
    message: cleanText(outcome.message, 500),
    // An invalid amount becomes 0, so that it still counts as different from the payment's amount.
    amount: outcome.amount === null ? null : (toAmountOrNull(outcome.amount) ?? 0),
    fee: toAmountOrNull(outcome.fee),
    currency: cleanTextOrNull(outcome.currency, 10),
    method: cleanTextOrNull(outcome.method, 100),
    settledAt: outcome.settledAt && Number.isNaN(outcome.settledAt.getTime()) ? null : outcome.settledAt,
  }
}
