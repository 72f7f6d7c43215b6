import { formatCsvDay } from '#lib/time.ts'
import type { Billing } from '@tahanan/contract/billing/answers.ts'
import { splitBalance } from '@tahanan/contract/billing/balance.ts'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import { getPdfName } from '../../statement.ts'

/** Returns the CSV file of the balances. Its column names are prescribed by rules 13.13. */
export const formatBillingsCsv = (rows: readonly Billing[]): string =>
  formatRowsCsv(rows, {
    clientCode: ({ clientCode }) => clientCode,
    uoccname: ({ uoccname }) => uoccname,
    unitNumber: ({ unitNumber }) => unitNumber,
    soaAmount: ({ soaAmount }) => soaAmount,
    receivedSince: ({ receivedSince }) => receivedSince,
    leftToPay: (row) => splitBalance(row.leftToPay).leftToPay,
    credit: (row) => splitBalance(row.leftToPay).credit,
    net: (row) => splitBalance(row.leftToPay).net,
    dueDate: ({ dueDate }) => formatCsvDay(dueDate),
    soaDate: ({ soaDate }) => formatCsvDay(soaDate),
    attachment: (row) => (row.soaName === null ? '' : getPdfName(row)),
  })
