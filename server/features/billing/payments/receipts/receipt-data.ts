import { paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import type { PaymentRow } from '../repository.ts'

/**
 * All that an acknowledgement receipt says, kept as it was when its payment was posted: a tenant who is renamed later, or a
 * new logo, changes no receipt that was given out.
 */
export interface ReceiptData {
  /** 'AR-2026-000001' */
  readonly number: string
  /** ISO 8601. */
  readonly postedAt: string
  readonly timeZone: string
  readonly community: { readonly name: string; readonly logo: string | null }
  readonly payer: { readonly name: string; readonly clientCode: string; readonly unitNumber: string }
  /** Pesos. */
  readonly amount: number
  readonly currency: string
  readonly method: string
  readonly transactionDate: string | null
  /** Lines of name and value: our number, the invoice, the gateway's numbers, the reservation. */
  readonly references: readonly (readonly [name: string, value: string])[]
  readonly postedBy: string
  readonly sandbox: boolean
}

/** Returns the data of a receipt: the payment's, its number, and when and by whom it is given out. */
export function receiptOf(
  row: PaymentRow,
  given: Pick<ReceiptData, 'number' | 'postedAt' | 'timeZone' | 'community' | 'postedBy'>,
): ReceiptData {
  const { label } = paymentTypeInfo(row.type)
  return {
    ...given,
    payer: { name: row.uoccname, clientCode: row.client_code, unitNumber: row.unit_number },
    amount: row.amount_paid,
    currency: row.currency,
    method: row.gateway_method ? `${label} (${row.gateway_method})` : label,
    transactionDate: row.transaction_date?.toISOString() ?? null,
    references: referencesOf(row, label),
    sandbox: row.sandbox,
  }
}

function referencesOf(row: PaymentRow, label: string): [string, string][] {
  const lines: [string, string | null][] = [
    ['Payment', row.reference_number],
    ['Invoice', row.invoice_number],
    ['Transaction', row.txn_id],
    [`${label} reference`, row.gateway_reference],
    ['Reservation', row.reservation_number],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '')
}
