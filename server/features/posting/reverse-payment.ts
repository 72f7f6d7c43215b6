import { addLedgerEntry } from '#features/ledger/ledger-entries.ts'
import { notifyPaymentReversed } from '#features/payments/payment-notifications.ts'
import { isReversible } from '#features/payments/policy.ts'
import { recordPaymentEvent, createChangedError } from '#features/payments/record-payment-event.ts'
import { saveReversal } from '#features/payments/save-payment.ts'
import { voidReceipt } from '#features/receipts/issue-receipt.ts'
import type { AdminActor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-action.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { REVERSAL_KINDS, type ReversalKind } from '@tahanan/contract/billing/payment.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { lockExistingPayment, type PaymentContext } from './changes.ts'

/**
 * Reverses a posted payment with a ledger entry that restores the balance. Status and receipt number do not
 * change (rules 16.14). Locks the payment first, so only one of simultaneous calls succeeds. Throws 404, and
 * 409 if the payment is not posted or already reversed.
 */
export async function reversePayment(
  tx: Tx,
  actor: AdminActor,
  id: number,
  { kind, remarks }: { kind: ReversalKind; remarks: string },
  { timeZone }: PaymentContext,
): Promise<void> {
  const row = await lockExistingPayment(tx, id)
  if (!isReversible(row))
    throw row.reversal === null
      ? new PortalError('notPosted')
      : await createChangedError(tx, actor, { id, code: 'alreadyDone' })
  const reason = REVERSAL_KINDS[kind]
  const reasonAndRemarks = `${reason}. Remarks: ${remarks}`
  const taxText = row.withholding ? ` and ${formatPesos(row.withholding.amount)} of tax withheld` : ''
  await saveReversal(tx, id, { kind, remarks, adminId: actor.id })
  if (row.receipt_number !== null) await voidReceipt(tx, id, { reason, remarks, adminId: actor.id })
  // Payments of reservations have no ledger entries (rules 16.7).
  if (row.pays_dues)
    await addLedgerEntry(
      tx,
      {
        tenant_id: row.tenant_id,
        kind: 'reversal',
        amount: getSettledAmount(row.amount_paid, row.withholding?.amount ?? 0),
        label: reason,
        reference: row.reference_number,
        remarks,
        payment_id: id,
        admin_id: actor.id,
      },
      timeZone,
    )
  await recordPaymentEvent(tx, actor, {
    payment_id: id,
    from_status: row.status,
    to_status: row.status,
    from_outsource: row.outsource_status,
    to_outsource: row.outsource_status,
    mark: 'reversed',
    remark: reasonAndRemarks,
  })
  await recordChange(tx, 'payments', {
    id,
    name: row.reference_number,
    detail: `Reversed ${formatPesos(row.amount_paid)}${taxText} of ${row.client_code}: ${reasonAndRemarks}`,
  })
  await notifyPaymentReversed(tx, row, reasonAndRemarks)
}
