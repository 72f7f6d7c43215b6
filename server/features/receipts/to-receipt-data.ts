import type { PaymentRow } from '#features/payments/repository.ts'
import {
  getCounterReference,
  getGatewayMethodLabel,
  getPaymentTypeInfo,
  PAYMENT_TYPE,
} from '@tahanan/contract/billing/payment.ts'
import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'

export function toReceiptData(
  row: PaymentRow,
  issuedReceipt: Pick<ReceiptData, 'number' | 'postedAt' | 'timeZone' | 'community' | 'postedBy'>,
): ReceiptData {
  const { label } = getPaymentTypeInfo(row.type)
  const methodLabel = getGatewayMethodLabel(row.gateway_method)
  return {
    ...issuedReceipt,
    payer: { name: row.uoccname, clientCode: row.client_code, unitNumber: row.unit_number },
    amount: row.amount_paid,
    currency: row.currency,
    method: methodLabel ? `${label} (${methodLabel})` : label,
    transactionDate: row.transaction_date?.toISOString() ?? null,
    references: getReferences(row, label),
    sandbox: row.sandbox,
  }
}

function getReferences(row: PaymentRow, label: string): [string, string][] {
  const lines: [string, string | null][] = [
    ['Payment', row.reference_number],
    ['Invoice', row.invoice_number],
    ['Transaction', row.txn_id],
    [`${label} reference`, getCounterReference(row.type, row.gateway_reference)],
    ['Bank', row.bank],
    [row.type === PAYMENT_TYPE.cheque ? 'Cheque number' : 'Bank reference', row.bank_reference],
    ['Reservation', row.reservation_number],
    ...getWithholdingLines(row),
  ]
  return lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '')
}

/**
 * Returns extra lines for the receipt: the withheld tax, and the sum of cash and tax. The amount of a receipt
 * is only the cash (rules 19.5).
 */
function getWithholdingLines({ amount_paid, withholding }: PaymentRow): [string, string][] {
  if (withholding === null) return []
  const { amount, taxCode, periodFrom, periodTo } = withholding
  return [
    [
      'Tax withheld (2307)',
      `${formatPesos(amount)}, ${taxCode}, ${formatLongDay(periodFrom)} to ${formatLongDay(periodTo)}`,
    ],
    ['Settled in all', formatPesos(getSettledAmount(amount_paid, amount))],
  ]
}
