import { addLedgerEntry } from '#features/ledger/ledger-entries.ts'
import { parseChargeId } from '#features/ledger/settle-charges.ts'
import { notifyPaymentChanged, notifyNewPayment } from '#features/payments/payment-notifications.ts'
import { isDeletable, isLocked, requireStatusFlag, hasReceipt } from '#features/payments/policy.ts'
import { recordPaymentEvent, createChangedError } from '#features/payments/record-payment-event.ts'
import { isPaymentRejected, lockPayment, type PaymentRow } from '#features/payments/repository.ts'
import { lockReservationToPay } from '#features/payments/reservation-balance.ts'
import { selectSameReferencePayments, savePayment } from '#features/payments/save-payment.ts'
import { issueReceipt } from '#features/receipts/issue-receipt.ts'
import { parseTaxedForm } from '#features/withholding/changes.ts'
import type { AdminActor, ResidentActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import { parseKey } from '#platform/files/store/file-key.ts'
import { isOutdated } from '#platform/last-seen.ts'
import {
  depositForm,
  OLD_DEPOSIT_DAYS,
  PAYMENT_STATUS,
  SETTLEMENT_REMARKS_REQUIRED,
  PAYMENT_TYPE,
} from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { createPayment, requireNoDuplicate } from './create-payment.ts'
import { requireChequeDue } from './get-cheque-date-error.ts'
import type { Review } from './parse-review.ts'
import { findPendingReport, requireOtherVerifier } from './posting-checks.ts'

export interface PaymentContext {
  readonly timeZone: string
}

/**
 * Validates a resident's deposit (rules 8.9). It may include withheld tax if the tenant may withhold (rules
 * 19.3). Throws 400 with the messages of the fields, and 409 for an old date that is not confirmed (rules
 * 8.37).
 */
export function parseDeposit(body: Readonly<Details>, context: PaymentContext & { withholdsTax: boolean }) {
  const { values, withholding } = parseTaxedForm(depositForm, body, {
    ...context,
    action: 'create',
    writer: 'resident',
  })
  const images = values.images as FileRef[]
  if (images.some(({ url }) => parseKey(url)?.kind !== 'image'))
    throw createInvalidInputError({ images: [`Please choose an image: ${FILE_KINDS.image.label}.`] })
  const transactionDate = String(values.transactionDate)
  const ageMs = Date.now() - Date.parse(transactionDate)
  if (ageMs > OLD_DEPOSIT_DAYS * 86_400_000 && body.confirmed !== true)
    throw new PortalError('oldTransaction', { placeholders: { days: OLD_DEPOSIT_DAYS } })
  return {
    amount_paid: Number(values.amountPaid),
    transaction_date: transactionDate,
    images,
    bank: String(values.bank ?? ''),
    bank_reference: String(values.bankReference ?? ''),
    chargeId: body.chargeId,
    reservationId: body.reservationId,
    withholding,
    isAnother: body.confirmedDuplicate === true,
  }
}

/**
 * Creates a deposit with its slip (rules 8.2) and returns its id. Throws 409 if the tenant has a similar
 * payment, unless the caller confirmed it.
 */
export async function createDeposit(
  tx: Tx,
  actor: ResidentActor,
  { chargeId, reservationId, isAnother, ...deposit }: ReturnType<typeof parseDeposit>,
  { timeZone }: PaymentContext,
): Promise<number> {
  const amount = deposit.amount_paid
  const reservation_id = await lockReservationToPay(tx, actor.id, { reservationId, amount })
  const createdPayment = await createPayment(tx, actor, {
    tenant_id: actor.id,
    type: PAYMENT_TYPE.deposit,
    status: PAYMENT_STATUS.forVerification,
    ...deposit,
    charge_id: await parseChargeId(tx, actor.id, chargeId),
    reservation_id,
    timeZone,
  })
  if (!isAnother) await requireNoDuplicate(tx, createdPayment.id, timeZone)
  await notifyNewPayment(tx, { ...createdPayment, client_code: actor.clientCode, uoccname: actor.name })
  return createdPayment.id
}

/**
 * Saves the office's decision on a payment. Locks the payment first, so that a simultaneous decision is not
 * lost. Writes nothing if nothing changes. Throws 404, and 400 if a payment under review has no remark.
 * Throws 403 for a missing flag, for a posted payment, for a payment that the gateway refused, or if a second
 * person must decide. Throws 409 if the payment changed since it was read, or is pending at the gateway.
 */
export async function reviewPayment(
  tx: Tx,
  actor: AdminActor,
  id: number,
  review: Review,
  context: PaymentContext,
): Promise<void> {
  const row = await lockExistingPayment(tx, id)
  const { status } = review
  const remarks = review.remarks ?? row.remarks
  const statusChanged = status !== row.status
  const remarksChanged = remarks !== row.remarks
  if (statusChanged) requireStatusFlag(actor, status)
  const { updatedAt: lastSeenAt } = review
  if (isLocked(row)) throw await createChangedError(tx, actor, { id, code: 'locked', lastSeenAt })
  const isDecision = status === PAYMENT_STATUS.verified || status === PAYMENT_STATUS.posted
  if (statusChanged && status === PAYMENT_STATUS.posted) {
    requireChequeDue(row, context.timeZone)
    await requireOtherVerifier(tx, actor, row)
  }
  const pendingReport =
    statusChanged && isDecision ? await findPendingReport(tx, row, context.timeZone) : null
  const proof = pendingReport !== null && review.proof.length > 0 ? review.proof : undefined
  if (statusChanged && isDecision) {
    const requiredProof = pendingReport !== null && review.confirmed ? (proof ?? row.proof) : undefined
    requireExplanation(await findMissingRemarkError(tx, row), { remarks, proof: requiredProof })
  }
  if (isOutdated(lastSeenAt, row.updated_at))
    throw await createChangedError(tx, actor, { id, code: 'conflict', lastSeenAt })
  if (pendingReport !== null && !review.confirmed)
    throw new PortalError('gatewayPending', { placeholders: { said: pendingReport } })
  if (!statusChanged && !remarksChanged) return
  if (proof) await moveFiles(tx, actor, { kind: 'payment', id }, toProofKeys(row.proof), toProofKeys(proof))
  await updatePaymentByOffice(tx, actor, row, { status, remarks, proof }, context)
}

async function findMissingRemarkError(tx: Tx, row: PaymentRow): Promise<string | null> {
  if (row.set_aside !== null) return SETTLEMENT_REMARKS_REQUIRED
  const sameReferencePayments = (await selectSameReferencePayments(row).execute(tx)).rows.filter(
    ({ id }) => id !== row.id,
  )
  if (sameReferencePayments.length === 0) return null
  const numbers = sameReferencePayments.map(({ number }) => number).join(', ')
  return `${numbers} has the same bank and reference. Please write in the remarks why both are right.`
}

/**
 * Requires an explanation of a decision. Throws 400 for empty remarks if `remarkError` or `proof` is set.
 * With `proof`, also throws 400 if it has no files (rules 8.32).
 */
function requireExplanation(
  remarkError: string | null,
  { remarks, proof }: { remarks: string; proof: readonly FileRef[] | undefined },
): void {
  const errors: FieldErrors = {}
  if (remarks === '' && remarkError !== null) errors.remarks = [remarkError]
  else if (remarks === '' && proof) errors.remarks = ['Please input your remarks!']
  if (proof?.length === 0) errors.proof = ['Please add a proof that the money came!']
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
}

const toProofKeys = (refs: readonly FileRef[]) => ({ proof: refs.map(({ url }) => url) })

/**
 * Changes the status or remarks of a locked payment. Also writes the receipt, ledger entry, history event and
 * notifications. The caller has checked the permissions.
 */
export async function updatePaymentByOffice(
  tx: Tx,
  actor: AdminActor,
  row: PaymentRow,
  { status, remarks, proof }: { status: number; remarks: string; proof?: readonly FileRef[] | undefined },
  { timeZone }: PaymentContext,
): Promise<void> {
  const remarksChanged = remarks !== row.remarks
  // A payment that was paid after a failure is Paid for the resident until the office rejects it.
  const isPaidRejection =
    status === PAYMENT_STATUS.rejected && row.status === status && !(await isPaymentRejected(tx, row.id))
  const isReceipted = status === PAYMENT_STATUS.posted && hasReceipt(row)
  const receipt = isReceipted ? await issueReceipt(tx, actor, row, timeZone) : null
  await savePayment(tx, row.id, { status, remarks, proof, adminId: actor.id, receipt })
  // Payments of reservations have no ledger entries (rules 16.7).
  if (receipt && row.pays_dues) await addPaymentToLedger(tx, actor, row, timeZone)
  await recordPaymentEvent(tx, actor, {
    payment_id: row.id,
    from_status: row.status,
    to_status: status,
    from_outsource: row.outsource_status,
    to_outsource: row.outsource_status,
    remark: remarksChanged ? remarks : null,
  })
  // Residents see the status 'created' as 'for verification', so they see no change between the two.
  const isVisible =
    isPaidRejection ||
    (status !== row.status &&
      !(row.status === PAYMENT_STATUS.created && status === PAYMENT_STATUS.forVerification))
  if (isVisible || remarksChanged)
    await notifyPaymentChanged(tx, row, {
      status: isVisible ? status : undefined,
      remarks: remarksChanged ? remarks : undefined,
    })
}

/** Adds two ledger entries: one for the tax withheld and one for the cash (rules 19.5). */
async function addPaymentToLedger(
  tx: Tx,
  actor: AdminActor,
  row: PaymentRow,
  timeZone: string,
): Promise<void> {
  const { tenant_id, reference_number: reference, id: payment_id, withholding } = row
  const entry = { tenant_id, reference, payment_id, admin_id: actor.id }
  // The cash is entered after the tax, because the entry of the cash settles the selected charge with both.
  if (withholding) {
    const tax = { kind: 'withholding', amount: -withholding.amount, label: withholding.taxCode } as const
    await addLedgerEntry(tx, { ...entry, ...tax }, timeZone)
  }
  await addLedgerEntry(tx, { ...entry, kind: 'payment', amount: -row.amount_paid }, timeZone)
}

/** Soft-deletes a payment; its history stays. Throws 403 if the payment was already decided on or paid. */
export async function deletePayment(
  tx: Tx,
  actor: AdminActor,
  id: number,
  context: PaymentContext,
): Promise<void> {
  const row = await lockExistingPayment(tx, id)
  if (!isDeletable(row)) throw await createChangedError(tx, actor, { id, code: 'locked' })
  await updatePaymentByOffice(
    tx,
    actor,
    row,
    { status: PAYMENT_STATUS.deleted, remarks: row.remarks },
    context,
  )
}

export async function lockExistingPayment(tx: Tx, id: number): Promise<PaymentRow> {
  return requireFound(await lockPayment(tx, id))
}
