import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { AdminActor } from '../../../../platform/actor.ts'
import { prepared } from '../../../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../../../platform/db/client.ts'
import { readSettings } from '../../../settings/website-settings.ts'
import { databaseTime, nextReceiptNumber } from '../changes.ts'
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
    number: await nextReceiptNumber(tx, timeZone),
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
  const rows = await prepared<{ receipt: ReceiptData }>(
    db,
    'payments.receipt',
    `select receipt from payments where id = $1 and ($2::bigint is null or tenant_id = $2) and status = 4
      and receipt is not null`,
    [id, tenantId ?? null],
  )
  return rows[0]?.receipt
}
