import { formatCsvTime } from '#lib/time.ts'
import type { ListedPayment } from '@tahanan/contract/billing/answers.ts'
import { toCsvAmount, formatRowsCsv } from '@tahanan/contract/csv.ts'
import { formatPaymentOutcome } from '../../payment-outcome.ts'
import { getMethodLabel, getPaymentStatusInfo, formatReceiptNumber } from '../../payment.ts'

/**
 * CSV download of the office's list, for people to read. It is not an export for the accounting system
 * (Payfile), so it is not recorded as a copy of one (rules 8.45).
 */
export const PAYMENTS_CSV = {
  path: '/listed-payments',
  file: 'Payments.csv',
  toCsv: (rows: readonly ListedPayment[]): string =>
    formatRowsCsv(rows, {
      referenceNumber: ({ referenceNumber }) => referenceNumber,
      clientCode: ({ tenant }) => tenant.clientCode,
      clientName: ({ tenant }) => tenant.uoccname,
      unitNumber: ({ tenant }) => tenant.unitNumber,
      createdAt: (row) => formatCsvTime(row.created_at),
      transactionDate: (row) => formatCsvTime(row.transactionDate),
      soaAmount: (row) => toCsvAmount(row.soaAmount),
      paidAmount: (row) => toCsvAmount(row.amountPaid),
      taxWithheld: (row) => toCsvAmount(row.withholding?.amount),
      type: ({ type }) => getMethodLabel(type),
      status: ({ status }) => getPaymentStatusInfo(status)?.label,
      reversed: ({ reversed }) => (reversed ? 'Yes' : ''),
      outsourceStatus: (row) => formatPaymentOutcome(row),
      message: ({ message }) => message,
      bank: ({ bank }) => bank,
      bankReference: ({ bankReference }) => bankReference,
      receiptNumber: formatReceiptNumber,
      remarks: ({ remarks }) => remarks,
      verifiedBy: ({ verifier }) => verifier?.name,
      verifiedAt: (row) => formatCsvTime(row.verifiedDate),
      postedBy: ({ postedBy }) => postedBy?.name,
      postedAt: (row) => formatCsvTime(row.postedDate),
    }),
} as const
