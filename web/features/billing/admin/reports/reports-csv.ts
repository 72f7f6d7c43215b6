import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { toCsvAmount, formatRowsCsv } from '@tahanan/contract/csv.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import {
  COLLECTION_COLUMNS,
  type DayCollections,
  type ReportAmount,
} from '@tahanan/contract/reports/reports.ts'

export type TenantRow<Key extends string> = Readonly<Record<Key, number>> & {
  id: number
  clientCode: string
  uoccname: string
  date?: string
}

export const formatTenantsCsv = <Key extends string>(
  amounts: readonly ReportAmount<Key>[],
  rows: readonly TenantRow<Key>[],
  isDated: boolean,
): string =>
  formatRowsCsv([...rows, toTotalRow(amounts, rows)], {
    clientCode: (row) => row.clientCode,
    clientname: (row) => row.uoccname,
    ...(isDated && { date: (row: TenantRow<Key>) => ({ plain: row.date ?? '' }) }),
    ...Object.fromEntries(amounts.map(({ key }) => [key, (row: TenantRow<Key>) => toCsvAmount(row[key])])),
  })

const TOTAL_LABEL = 'Total'

function toTotalRow<Key extends string>(
  amounts: readonly ReportAmount<Key>[],
  rows: readonly TenantRow<Key>[],
): TenantRow<Key> {
  const sums = amounts.map(({ key }) => [key, sumAmounts(rows.map((row) => row[key]))])
  return {
    ...(Object.fromEntries(sums) as Record<Key, number>),
    id: 0,
    clientCode: TOTAL_LABEL,
    uoccname: '',
  }
}

export const formatCollectionsCsv = (days: readonly DayCollections[], totals: DayCollections): string =>
  formatRowsCsv([...days, { ...totals, day: TOTAL_LABEL }], {
    day: ({ day }) => ({ plain: day }),
    ...Object.fromEntries(
      PAYMENT_TYPES.map(({ method, type }) => [
        method,
        ({ posted }: DayCollections) => toCsvAmount(posted[type] ?? 0),
      ]),
    ),
    ...Object.fromEntries(
      COLLECTION_COLUMNS.map(({ key }) => [key, (row: DayCollections) => toCsvAmount(row[key])]),
    ),
  })
