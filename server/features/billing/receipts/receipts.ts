import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { AdminActor } from '../../../platform/actor.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { readSettings } from '../../settings/website-settings.ts'
import { databaseTime } from '../payments/changes.ts'
import type { PaymentRow } from '../payments/repository.ts'
import { receiptOf } from './receipt-data.ts'
import { enterNumber, voidNumber } from './register.ts'
import { claimNumber } from './series.ts'

/**
 * Gives a payment that is being posted the next receipt number, and freezes what its receipt says. Throws 409 where no series
 * issues (`claimNumber`).
 */
export async function freezeReceipt(
  tx: Tx,
  admin: Pick<AdminActor, 'name'>,
  row: PaymentRow,
  timeZone: string,
): Promise<ReceiptData> {
  const settings = await readSettings(tx, ['websiteName', 'websiteLogo'])
  const valueOf = (wanted: string) => settings.find(({ name }) => name === wanted)?.value
  const claimed = await claimNumber(tx, 'receipt', timeZone)
  await enterNumber(tx, claimed, {
    tenantId: row.tenant_id,
    paymentId: row.id,
    about: `Payment ${row.reference_number}`,
    amount: row.amount_paid,
  })
  return receiptOf(row, {
    number: claimed.number,
    postedAt: (await databaseTime(tx)).toISOString(),
    timeZone,
    community: { name: valueOf('websiteName') || 'Tahanan', logo: valueOf('websiteLogo') || null },
    postedBy: admin.name,
  })
}

/** Marks the receipt of a payment that is being reversed as void (rules 16.15). */
export async function voidReceipt(
  tx: Tx,
  paymentId: number,
  why: { reason: string; remarks: string; adminId: number },
): Promise<void> {
  const issued = tx.selectFrom('issued_numbers').select('id').where('payment_id', '=', paymentId)
  await voidNumber(tx, (await issued.executeTakeFirstOrThrow()).id, why)
}

/** A receipt as it was given out, and why it is void where its payment was reversed since. */
export interface GivenReceipt extends ReceiptData {
  readonly voided: { readonly reason: string; readonly at: Date } | null
}

/** Finds a payment's receipt, of this tenant where it is given; undefined where the payment is not posted. */
export async function findReceipt(
  db: DbOrTx,
  id: number,
  tenantId: number | undefined,
): Promise<GivenReceipt | undefined> {
  const posted = db
    .selectFrom('payments as p')
    .leftJoin('issued_numbers as i', 'i.payment_id', 'p.id')
    .leftJoin('void_numbers as v', 'v.number_id', 'i.id')
    .select(['p.receipt', 'v.at', 'v.reason'])
    .where('p.id', '=', id)
    .where('p.status', '=', PAYMENT_STATUS.posted)
  const found = tenantId === undefined ? posted : posted.where('p.tenant_id', '=', tenantId)
  const { receipt, reason, at } = (await found.executeTakeFirst()) ?? {}
  return receipt ? { ...receipt, voided: reason && at ? { reason, at } : null } : undefined
}
