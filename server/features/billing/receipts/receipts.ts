import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { AdminActor } from '../../../platform/actor.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { ReversalKind } from '@tahanan/contract/billing/payment.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { readSettings } from '../../settings/website-settings.ts'
import { nextNumberOf } from '../../tickets/repository.ts'
import { databaseTime } from '../payments/changes.ts'
import type { PaymentRow } from '../payments/repository.ts'
import { receiptOf } from './receipt-data.ts'

/** Gives a payment that is being posted the next receipt number of its year, and freezes what its receipt says. */
export async function freezeReceipt(
  tx: Tx,
  admin: Pick<AdminActor, 'name'>,
  row: PaymentRow,
  timeZone: string,
): Promise<ReceiptData> {
  const settings = await readSettings(tx, ['websiteName', 'websiteLogo'])
  const valueOf = (wanted: string) => settings.find(({ name }) => name === wanted)?.value
  return receiptOf(row, {
    number: await nextNumberOf(tx, { module: 'receipt', prefix: 'AR', timeZone }),
    postedAt: (await databaseTime(tx)).toISOString(),
    timeZone,
    community: { name: valueOf('websiteName') || 'Tahanan', logo: valueOf('websiteLogo') || null },
    postedBy: admin.name,
  })
}

/** A receipt as it was given out, and why it is void where its payment was reversed since. */
export interface GivenReceipt extends ReceiptData {
  readonly voided: { readonly kind: ReversalKind; readonly at: Date } | null
}

/** Finds a payment's receipt, of this tenant where it is given; undefined where the payment is not posted. */
export async function findReceipt(
  db: DbOrTx,
  id: number,
  tenantId: number | undefined,
): Promise<GivenReceipt | undefined> {
  const posted = db
    .selectFrom('payments as p')
    .leftJoin('payment_reversals as r', 'r.payment_id', 'p.id')
    .select(['p.receipt', 'r.at', 'r.kind'])
    .where('p.id', '=', id)
    .where('p.status', '=', PAYMENT_STATUS.posted)
  const found = tenantId === undefined ? posted : posted.where('p.tenant_id', '=', tenantId)
  const { receipt, kind, at } = (await found.executeTakeFirst()) ?? {}
  return receipt ? { ...receipt, voided: kind && at ? { kind, at } : null } : undefined
}
