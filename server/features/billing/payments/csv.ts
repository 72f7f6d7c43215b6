import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatCsvDate } from '@tahanan/contract/time.ts'
import type { PaymentRow } from './repository.ts'

/** A payment as a row of Payfile.csv (rules 8.24); `urefno` is the client code. */
export function payfileRow(row: PaymentRow, timeZone: string): PayfileRow {
  return {
    id: row.id,
    trnno: row.reference_number,
    trndate: formatCsvDate(row.transaction_date ?? row.created_at, timeZone),
    urefno: row.client_code,
    clientname: row.uoccname,
    payamt: row.amount_paid,
    trantype: paymentTypeInfo(row.type).trantype,
  }
}
