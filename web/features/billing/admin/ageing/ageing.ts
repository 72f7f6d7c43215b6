import type { AgedTenant } from '@tahanan/contract/billing/answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'

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

const centavos = (amount: number): number => Math.round(amount * 100)

/** Returns what is left to pay of a row: its ages less its credit. */
function leftOf(row: AgedTenant): number {
  const open = row.current + row.days30 + row.days60 + row.days90 + row.over90
  return (centavos(open) - centavos(row.credit)) / 100
}

/** Returns the tenants who owe or have credit, the largest debts first. */
export function agedRows(tenants: readonly AgedTenant[]): AgedRow[] {
  return tenants
    .map((tenant) => ({ ...tenant, id: tenant.tenantId, leftToPay: leftOf(tenant) }))
    .filter(({ leftToPay, credit }) => leftToPay !== 0 || credit !== 0)
    .toSorted((one, other) => other.leftToPay - one.leftToPay)
}

/** Returns the sums of all rows, a column each, to the centavo. */
export function agedTotals(
  rows: readonly AgedRow[],
): Record<(typeof AGES)[number]['key'] | 'leftToPay', number> {
  const sum = (key: keyof AgedRow) => rows.reduce((total, row) => total + centavos(Number(row[key])), 0) / 100
  return {
    current: sum('current'),
    days30: sum('days30'),
    days60: sum('days60'),
    days90: sum('days90'),
    over90: sum('over90'),
    credit: sum('credit'),
    leftToPay: sum('leftToPay'),
  }
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
