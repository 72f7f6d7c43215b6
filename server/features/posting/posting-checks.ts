import { getMoneyState } from '#features/payments/decide-payment-change.ts'
import type { PaymentRow } from '#features/payments/repository.ts'
import { findSettingValue } from '#features/settings/website-settings.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { formatOutcome } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { isGatewayPayment, PAYMENT_STATUS, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatLongTime } from '@tahanan/contract/time.ts'

/**
 * Describes the gateway's last report on a locked payment in a sentence. Returns null if the gateway reported
 * success, or if the payment has no gateway. Throws 403 if the gateway reported a failure, void or refund, or
 * does not know the payment (rules 8.31, 8.32).
 */
export async function findPendingReport(tx: Tx, row: PaymentRow, timeZone: string): Promise<string | null> {
  const state = getMoneyState(row.outsource_status)
  if (!isGatewayPayment(row.type) || state === 'came') return null
  const { label } = getPaymentTypeInfo(row.type)
  const message = await findLastMessage(tx, row.id)
  const inquiry = await findLastInquiry(tx, row.id)
  if (inquiry?.verdict === 'unknown' && !(message && message.at > inquiry.at))
    throw createGatewayRefusedError(
      `${label} did not know this payment on ${formatLongTime(inquiry.at, timeZone)}.`,
    )
  const statusCode = row.outsource_status
  if (statusCode === null) return `${label} has said nothing of this payment yet.`
  const dateText = message ? ` on ${formatLongTime(message.at, timeZone)}` : ''
  const report = `${label} said '${formatOutcome(statusCode)}'${dateText}.`
  if (state === 'refused') throw createGatewayRefusedError(report)
  return report
}

const createGatewayRefusedError = (report: string) =>
  new PortalError('gatewayRefused', { placeholders: { said: report } })

const findLastMessage = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('payment_events')
    .select('at')
    .where('payment_id', '=', paymentId)
    .where('actor_area', '=', 'gateway')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const findLastInquiry = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('gateway_messages')
    .select(['verdict', 'at'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'inquiry')
    .where('verdict', 'not in', ['failed', 'received'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Requires that another administrator has verified the payment; otherwise throws 403 (rules 8.33). Does
 * nothing unless the setting requires two people.
 */
export async function requireOtherVerifier(tx: Tx, { id }: AdminActor, row: PaymentRow): Promise<void> {
  if (!(await isTwoPersonRuleEnabled(tx))) return
  const ownVerification = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('payment_id', '=', row.id)
    .where('to_status', '=', PAYMENT_STATUS.verified)
    .where('from_status', '<>', PAYMENT_STATUS.verified)
    .where('actor_area', '=', 'admin')
    .where('actor_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (ownVerification) throw new PortalError('verifiedByYou')
  if (row.status !== PAYMENT_STATUS.verified) throw new PortalError('notVerified')
}

/** Returns whether the setting forbids one person both to verify and to post a payment (rules 8.33). */
export const isTwoPersonRuleEnabled = async (db: DbOrTx): Promise<boolean> =>
  (await findSettingValue(db, 'makerChecker')) === '1'
