import type { WithholdingCertificate } from '@tahanan/contract/billing/answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { csvDay } from '../../../lib/time.ts'

/** Returns certificates of tax withheld as a CSV file, amounts with two decimals. */
export const certificatesCsv = (rows: readonly WithholdingCertificate[]): string =>
  toCsv(
    [
      'clientCode',
      'clientName',
      'payment',
      'amount',
      'taxCode',
      'periodFrom',
      'periodTo',
      'posted',
      'days',
      'received',
    ],
    rows.map((row) => [
      row.clientCode,
      row.uoccname,
      row.referenceNumber,
      row.amount.toFixed(2),
      row.taxCode,
      row.periodFrom,
      row.periodTo,
      csvDay(row.postedDate),
      row.days,
      csvDay(row.receivedDate),
    ]),
  )
