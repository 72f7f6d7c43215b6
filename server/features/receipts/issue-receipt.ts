import type { PaymentRow } from '#features/payments/repository.ts'
import { loadDatabaseTime } from '#features/payments/save-payment.ts'
import { findCommunityName, findSettingValue } from '#features/settings/website-settings.ts'
import type { AdminActor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-action.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import { insertNumber, replaceNumber, toVoidMark, voidNumber, type VoidMark } from './register.ts'
import { claimNumber } from './series.ts'
import { toReceiptData } from './to-receipt-data.ts'

/**
 * Claims the next receipt number in the transaction that posts the payment, and returns the receipt. Throws
 * the errors of `claimNumber`.
 */
export async function issueReceipt(
  tx: Tx,
  admin: Pick<AdminActor, 'name'>,
  row: PaymentRow,
  timeZone: string,
): Promise<ReceiptData> {
  const community = {
    name: await findCommunityName(tx),
    logo: (await findSettingValue(tx, 'websiteLogo')) || null,
  }
  const claimedNumber = await claimNumber(tx, 'receipt', timeZone)
  await insertNumber(tx, claimedNumber, {
    tenant_id: row.tenant_id,
    payment_id: row.id,
    about: `Payment ${row.reference_number}`,
    amount: row.amount_paid,
  })
  return toReceiptData(row, {
    number: claimedNumber.number,
    postedAt: (await loadDatabaseTime(tx)).toISOString(),
    timeZone,
    community,
    postedBy: admin.name,
  })
}

/** Voids the receipt of a payment. Call it in the transaction that reverses the payment (rules 16.15). */
export async function voidReceipt(
  tx: Tx,
  paymentId: number,
  voidDetails: { reason: string; remarks: string; adminId: number },
): Promise<void> {
  const issuedQuery = tx.selectFrom('issued_numbers').select('id').where('payment_id', '=', paymentId)
  await voidNumber(tx, (await issuedQuery.executeTakeFirstOrThrow()).id, voidDetails)
}

/**
 * Stores the number of the receipt that replaces a void receipt (rules 18.12). This is possible only once.
 * Throws 404 unless `id` is a void receipt of a tenant, 400 if `replacedBy` cannot replace it, and 409 if a
 * replacement is stored already.
 */
export async function setReplacement(tx: Tx, id: number, replacedBy: string): Promise<void> {
  const receiptQuery = tx
    .selectFrom('issued_numbers as i')
    .leftJoin('void_numbers as v', 'v.number_id', 'i.id')
    .select(['i.number', 'i.tenant_id', 'v.at as voidedAt'])
    .where('i.payment_id', 'is not', null)
  const voidedReceipt = await receiptQuery.where('i.id', '=', id).executeTakeFirst()
  if (!voidedReceipt?.voidedAt) throw new PortalError('notFound')
  const replacingReceipt = await receiptQuery
    .where('i.number', '=', replacedBy.toUpperCase())
    .where('i.tenant_id', '=', voidedReceipt.tenant_id)
    .where('i.id', '>', id)
    .executeTakeFirst()
  if (!replacingReceipt || replacingReceipt.voidedAt)
    throw createInvalidInputError({
      replacedBy: ['Please input a later receipt of this tenant that is not void.'],
    })
  if (!(await replaceNumber(tx, id, replacingReceipt.number))) throw new PortalError('alreadyDone')
  await recordChange(tx, 'issued_numbers', {
    id,
    name: voidedReceipt.number,
    detail: `Named ${replacingReceipt.number} as the receipt that replaces ${voidedReceipt.number}.`,
  })
}

export interface IssuedReceipt extends ReceiptData {
  readonly voided: VoidMark | null
}

export async function findReceipt(db: DbOrTx, id: number): Promise<IssuedReceipt | undefined> {
  const receiptQuery = db
    .selectFrom('payments as p')
    .leftJoin('issued_numbers as i', 'i.payment_id', 'p.id')
    .leftJoin('void_numbers as v', 'v.number_id', 'i.id')
    .select(['p.receipt', 'v.reason', 'v.at', 'v.replaced_by as replacedBy'])
    .where('p.id', '=', id)
    .where('p.status', '=', PAYMENT_STATUS.posted)
  const { receipt, ...mark } = (await receiptQuery.executeTakeFirst()) ?? {}
  return receipt ? { ...receipt, voided: toVoidMark(mark) } : undefined
}
