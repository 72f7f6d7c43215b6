import { notifyTenants } from '#features/notifications/notify.ts'
import { createChangedNotification } from '#features/payments/payment-notifications.ts'
import { recordPaymentEvent } from '#features/payments/record-payment-event.ts'
import { findPaymentRows } from '#features/payments/repository.ts'
import { lockExistingPayment, updatePaymentByOffice } from '#features/posting/changes.ts'
import { createPayment } from '#features/posting/create-payment.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { BANK_LINE_STATUS } from '@tahanan/contract/billing/bank.ts'
import { PAYMENT_STATUS, PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import type { MatchPair } from './find-sure-pairs.ts'
import {
  findLineState,
  findLineWithAccount,
  clearLikelyPayments,
  lockPairs,
  matchPairs,
  saveLine,
  verifyPayments,
  type MatchedPair,
} from './match-pairs.ts'

export const CREATED_FROM_LINE_REASON = 'Made from this line'

/**
 * Matches bank lines with payments. Payments that are not yet verified become verified by this administrator
 * (rules 21.5). Locks payments before lines, each in order of id, like all other code. Skips pairs that can
 * no longer be matched; with `strict` throws 409 for them. Returns the number of matches.
 */
export async function matchAndVerifyPairs(
  tx: Tx,
  actor: AdminActor,
  pairs: readonly MatchPair[],
  { timeZone, strict = false }: { timeZone: string; strict?: boolean },
): Promise<number> {
  const [lineIds, paymentIds] = [pairs.map(({ lineId }) => lineId), pairs.map(({ paymentId }) => paymentId)]
  const hasRepeatedId = new Set(lineIds).size < pairs.length || new Set(paymentIds).size < pairs.length
  if (hasRepeatedId) throw new PortalError('bankMatchChanged')
  await lockPairs(tx, lineIds, paymentIds)
  const matchedPairs = await matchPairs(tx, actor.id, pairs, timeZone)
  const unmatchedPair =
    strict && pairs.find(({ lineId }) => !matchedPairs.some((pair) => pair.lineId === lineId))
  if (unmatchedPair) throw await createRefusalError(tx, unmatchedPair)
  const ids = matchedPairs.map(({ paymentId }) => paymentId)
  await clearLikelyPayments(tx, ids)
  const pairsToVerify = matchedPairs.filter(({ status }) => status < PAYMENT_STATUS.verified)
  if (pairsToVerify.length > 0) await verifyMatchedPayments(tx, actor, pairsToVerify)
  return matchedPairs.length
}

async function createRefusalError(tx: Tx, { lineId, paymentId }: MatchPair): Promise<PortalError> {
  const line = await findLineState(tx, 'id', lineId)
  const [payment] = await findPaymentRows(tx, [paymentId])
  if (!line || !payment) return new PortalError('notFound')
  if (line.state > BANK_LINE_STATUS.open) return new PortalError('bankMatchChanged')
  if (line.amount !== payment.amount_paid) return new PortalError('bankAmountsDiffer')
  const lineOfPayment = await findLineState(tx, 'payment_id', paymentId)
  const isDecided = payment.status === PAYMENT_STATUS.rejected || payment.reversal !== null
  return new PortalError(lineOfPayment || isDecided ? 'bankMatchChanged' : 'bankNeedsReview')
}

/**
 * Verifies several payments, whose rows the caller has locked. Must have the same effects as
 * `updatePaymentByOffice` for one payment.
 */
async function verifyMatchedPayments(
  tx: Tx,
  actor: AdminActor,
  pairs: readonly MatchedPair[],
): Promise<void> {
  const ids = pairs.map(({ paymentId }) => paymentId)
  await verifyPayments(tx, actor.id, ids)
  const events = pairs.map(({ paymentId, status, reason }) => ({
    payment_id: paymentId,
    from_status: status,
    to_status: PAYMENT_STATUS.verified,
    mark: 'note' as const,
    remark: `Found in the bank’s file. ${reason}.`,
  }))
  await recordPaymentEvent(tx, actor, ...events)
  const rows = await findPaymentRows(tx, ids)
  await notifyTenants(
    tx,
    rows.map((row) => createChangedNotification(row, { status: PAYMENT_STATUS.verified })),
  )
}

// Locks the payment before the bank line. All code uses this order, because another order could cause a
// deadlock.
async function lockLine(tx: Tx, id: number) {
  const lineBefore = requireFound(await findLineWithAccount(tx, id))
  const payment =
    lineBefore.payment_id === null ? undefined : await lockExistingPayment(tx, lineBefore.payment_id)
  const line = requireFound(await findLineWithAccount(tx, id, { lock: true }))
  if (line.payment_id !== lineBefore.payment_id) throw new PortalError('bankMatchChanged')
  return { line, payment }
}

/**
 * Undoes the match of a bank line, or the decision that it belongs to no payment (rules 21.10). A payment
 * that the match verified returns to 'for verification'. Automatic matching ignores the line from now on.
 * Throws 404. Throws 409 if the payment is posted (and not reversed) and was verified by the match or created
 * from the line, or if the line's payment is not `paymentId` (undefined: not compared).
 */
export async function undoMatch(
  tx: Tx,
  actor: AdminActor,
  { id, paymentId, timeZone }: { id: number; paymentId: number | null | undefined; timeZone: string },
): Promise<void> {
  const { line, payment } = await lockLine(tx, id)
  if (line.state === BANK_LINE_STATUS.likely || line.state === BANK_LINE_STATUS.open)
    throw new PortalError('alreadyDone')
  if (paymentId !== undefined && paymentId !== line.payment_id) throw new PortalError('bankMatchChanged')
  const isPosted = payment?.status === PAYMENT_STATUS.posted && payment.reversal === null
  if (isPosted && (line.verified || line.reason === CREATED_FROM_LINE_REASON))
    throw new PortalError('bankMatchPosted')
  if (payment?.status === PAYMENT_STATUS.verified && line.verified) {
    const paymentChange = { status: PAYMENT_STATUS.forVerification, remarks: payment.remarks }
    await updatePaymentByOffice(tx, actor, payment, paymentChange, { timeZone })
  }
  await saveLine(tx, actor.id, id, {
    payment_id: null,
    remarks: '',
    reason: '',
    verified: false,
    by_hand: true,
  })
}

/**
 * Marks a bank line as belonging to no payment (rules 21.11). A repeated call changes nothing. Throws 404, and
 * 409 if the line is matched or was marked with other remarks.
 */
export async function setLineAside(tx: Tx, actor: AdminActor, id: number, remarks: string): Promise<void> {
  const { line } = await lockLine(tx, id)
  const isRepeated =
    line.state === BANK_LINE_STATUS.aside && line.remarks === remarks && line.admin_id === actor.id
  if (isRepeated) return
  if (line.state > BANK_LINE_STATUS.open) throw new PortalError('bankMatchChanged')
  await saveLine(tx, actor.id, id, { remarks, likely_payment_id: null, reason: '' })
}

/**
 * Creates a payment from an unmatched bank line (rules 21.9): a bank transfer of the tenant with the status
 * 'for verification', matched with the line. Returns the line's id. Throws 404, and 409 if the line is
 * matched or was marked as belonging to no payment.
 */
export async function createPaymentFromLine(
  tx: Tx,
  actor: AdminActor,
  { lineId, tenantId, timeZone }: { lineId: number; tenantId: number; timeZone: string },
): Promise<number> {
  const { line } = await lockLine(tx, lineId)
  if (line.state > BANK_LINE_STATUS.open) throw new PortalError('bankMatchChanged')
  const payment = {
    tenant_id: tenantId,
    type: PAYMENT_TYPE.transfer,
    status: PAYMENT_STATUS.forVerification,
    amount_paid: line.amount,
    transaction_date: parseTime(line.date, timeZone)?.toISOString() ?? null,
    bank: line.accountName.slice(0, 60),
    bank_reference: line.reference.slice(0, 60),
    images: [],
    post_by_id: actor.id,
    timeZone,
  } as const
  const { id } = await createPayment(tx, actor, payment, 'Made from a line of the bank.')
  const columns = { payment_id: id, likely_payment_id: null, reason: CREATED_FROM_LINE_REASON }
  await saveLine(tx, actor.id, lineId, columns)
  return lineId
}
