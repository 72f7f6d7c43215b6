import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { AdminActor } from '../../../../platform/actor.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { DbOrTx, Tx } from '../../../../platform/db/client.ts'
import { readSettings } from '../../../settings/website-settings.ts'
import { nextNumberOf } from '../../../tickets/repository.ts'
import { databaseTime } from '../changes.ts'
import type { PaymentRow } from '../repository.ts'
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

/** Finds the data of a payment's receipt, of this tenant where it is given; undefined where the payment is not posted. */
export async function findReceipt(
  db: DbOrTx,
  id: number,
  tenantId: number | undefined,
): Promise<ReceiptData | undefined> {
  const posted = db
    .selectFrom('payments')
    .select('receipt')
    .where('id', '=', id)
    .where('status', '=', PAYMENT_STATUS.posted)
  const found = tenantId === undefined ? posted : posted.where('tenant_id', '=', tenantId)
  return (await found.executeTakeFirst())?.receipt ?? undefined
}
