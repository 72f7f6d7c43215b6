import { formatLongDay } from '@tahanan/contract/time.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { communityName } from '../../settings/website-settings.ts'
import type { PaymentRow } from '../payments/repository.ts'
import { slipPdf } from '../receipts/receipt-pdf.ts'

/** Makes the slip of a cheque that was handed in (rules 17.7). It has no number of a series, for nothing is paid yet. */
export async function chequeSlipPdf(
  db: DbOrTx,
  row: PaymentRow & { cheque_date: string },
  timeZone: string,
): Promise<Buffer> {
  return slipPdf({
    title: 'Cheque received',
    number: '',
    at: row.created_at.toISOString(),
    timeZone,
    issuer: await communityName(db),
    beneath: ['Property Management Office'],
    bands: [],
    amountLabel: 'AMOUNT OF THE CHEQUE',
    amount: row.amount_paid,
    currency: row.currency,
    lines: [
      ['Received from', row.uoccname],
      ['Client code', row.client_code],
      ['Unit', row.unit_number],
      ['Bank', row.bank],
      ['Cheque number', row.bank_reference],
      ['Date of the cheque', formatLongDay(row.cheque_date)],
      ['Payment', row.reference_number],
    ],
    foot: 'This is not a receipt. What is left to pay stays as it is until the cheque is posted, on its date or later.',
  })
}
