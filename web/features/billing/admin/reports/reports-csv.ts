import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import type { CollectedDay, ReportAmount } from '@tahanan/contract/billing/reports.ts'
import { toCsv } from '@tahanan/contract/csv.ts'

/** A row of a report of tenants, with its amounts in pesos; with a day where it is of a statement. */
export type TenantRow<Key extends string> = Readonly<Record<Key, number>> & {
  id: number
  clientCode: string
  uoccname: string
  date?: string
}

/** Returns rows of tenants as a CSV file, amounts with two decimals. */
export function tenantsCsv<Key extends string>(
  amounts: readonly ReportAmount<Key>[],
  rows: readonly TenantRow<Key>[],
  isDated: boolean,
): string {
  return toCsv(
    ['clientCode', 'clientname', ...(isDated ? ['date'] : []), ...amounts.map(({ key }) => key)],
    rows.map((row) => [
      row.clientCode,
      row.uoccname,
      ...(isDated ? [row.date] : []),
      ...amounts.map(({ key }) => row[key].toFixed(2)),
    ]),
  )
}

/** Returns the days as a CSV file, amounts with two decimals, reversed ones below zero. */
export function collectionsCsv(days: readonly CollectedDay[]): string {
  return toCsv(
    ['day', ...PAYMENT_TYPES.map(({ method }) => method), 'reversed', 'total'],
    days.map(({ day, posted, reversed, total }) => [
      day,
      ...PAYMENT_TYPES.map(({ type }) => (posted[type] ?? 0).toFixed(2)),
      (0 - reversed).toFixed(2),
      total.toFixed(2),
    ]),
  )
}
