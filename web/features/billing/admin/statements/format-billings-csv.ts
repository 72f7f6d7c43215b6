import { formatCsvDay } from '#lib/time.ts'
import type { Billing } from '@tahanan/contract/billing/answers.ts'
import { splitBalance } from '@tahanan/contract/billing/balance.ts'
import { formatRecordsCsv } from '@tahanan/contract/csv.ts'
import { getPdfName } from '../../statement.ts'

/** Rules 13.13 name the columns of this file. */
export const formatBillingsCsv = (rows: readonly Billing[]): string =>
  formatRecordsCsv(rows, {
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
