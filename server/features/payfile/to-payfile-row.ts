import type { PaymentRow } from '#features/payments/repository.ts'
import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatCsvDate } from '@tahanan/contract/time.ts'

interface ExportedPayment extends Pick<
  PaymentRow,
  'id' | 'reference_number' | 'type' | 'client_code' | 'uoccname'
> {
  /** Pesos; negative for a reversal. */
  readonly amount: number
  /** Day in the community's time zone. */
  readonly day: string
}

/** Returns a row of Payfile.csv (rules 8.24), in which `urefno` is the client code. */
export const toPayfileRow = (row: ExportedPayment): PayfileRow => ({
  id: row.id,
  trnno: row.reference_number,
  trndate: formatCsvDate(new Date(row.day), 'UTC'),
  urefno: row.client_code,
  clientname: row.uoccname,
  payamt: row.amount,
  trantype: getPaymentTypeInfo(row.type).trantype,
})
