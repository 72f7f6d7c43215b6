import type { AgedTenant } from '@tahanan/contract/billing/answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { sumOf } from '@tahanan/contract/money.ts'

/** Columns of the ageing by the age of an amount in days (rules 16.10). */
export const AGES = [
  { key: 'current', label: 'Current' },
  { key: 'days30', label: '1–30 days' },
  { key: 'days60', label: '31–60 days' },
  { key: 'days90', label: '61–90 days' },
  { key: 'over90', label: 'Over 90 days' },
  { key: 'credit', label: 'Credit' },
] as const satisfies readonly { key: keyof AgedTenant; label: string }[]

/** A tenant of the ageing with what is left to pay in all. */
export interface AgedRow extends AgedTenant {
  id: number
  leftToPay: number
}

/** Returns what is left to pay of a row: its ages less its credit. */
const leftOf = ({ current, days30, days60, days90, over90, credit }: AgedTenant): number =>
  sumOf([current, days30, days60, days90, over90, -credit])

/** Returns the tenants who owe or have credit, the largest debts first. */
export function agedRows(tenants: readonly AgedTenant[]): AgedRow[] {
  return tenants
    .map((tenant) => ({ ...tenant, id: tenant.tenantId, leftToPay: leftOf(tenant) }))
    .filter(({ leftToPay, credit }) => leftToPay !== 0 || credit !== 0)
    .toSorted((one, other) => other.leftToPay - one.leftToPay)
}

/** Returns the rows as a CSV file, amounts with two decimals. */
export function ageingCsv(rows: readonly AgedRow[]): string {
  return toCsv(
    ['clientCode', 'clientname', ...AGES.map(({ key }) => key), 'leftToPay'],
    rows.map((row) => [
      row.clientCode,
      row.uoccname,
      ...AGES.map(({ key }) => row[key].toFixed(2)),
      row.leftToPay.toFixed(2),
    ]),
  )
}
