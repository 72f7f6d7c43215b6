import type { WithholdingCertificate } from '@tahanan/contract/billing/answers.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'
import { csvDay } from '../../../lib/time.ts'

/** Returns certificates of tax withheld as a CSV file, amounts with two decimals. */
export const certificatesCsv = (rows: readonly WithholdingCertificate[]): string =>
  recordsCsv(rows, {
    clientCode: (row) => row.clientCode,
    clientName: (row) => row.uoccname,
    payment: (row) => row.referenceNumber,
    amount: (row) => row.amount.toFixed(2),
    taxCode: (row) => row.taxCode,
    periodFrom: (row) => row.periodFrom,
    periodTo: (row) => row.periodTo,
    posted: (row) => csvDay(row.postedDate),
    days: (row) => row.days,
    received: (row) => csvDay(row.receivedDate),
  })
