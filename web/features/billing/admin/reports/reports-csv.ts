import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import type { CollectedDay, ReportAmount } from '@tahanan/contract/billing/reports.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'

/** A row of a report of tenants, with its amounts in pesos; with a day where it is of a statement. */
export type TenantRow<Key extends string> = Readonly<Record<Key, number>> & {
  id: number
  clientCode: string
  uoccname: string
  date?: string
}

/** Returns rows of tenants as a CSV file, amounts with two decimals. */
export const tenantsCsv = <Key extends string>(
  amounts: readonly ReportAmount<Key>[],
  rows: readonly TenantRow<Key>[],
  isDated: boolean,
): string =>
  recordsCsv(rows, {
    clientCode: (row) => row.clientCode,
    clientname: (row) => row.uoccname,
    ...(isDated && { date: (row: TenantRow<Key>) => row.date }),
    ...Object.fromEntries(amounts.map(({ key }) => [key, (row: TenantRow<Key>) => row[key].toFixed(2)])),
  })

/** Returns the days as a CSV file, amounts with two decimals, reversed ones below zero. */
export const collectionsCsv = (days: readonly CollectedDay[]): string =>
  recordsCsv(days, {
    day: ({ day }) => day,
    ...Object.fromEntries(
      PAYMENT_TYPES.map(({ method, type }) => [
        method,
        ({ posted }: CollectedDay) => (posted[type] ?? 0).toFixed(2),
      ]),
    ),
    reversed: ({ reversed }) => (0 - reversed).toFixed(2),
    total: ({ total }) => total.toFixed(2),
  })
