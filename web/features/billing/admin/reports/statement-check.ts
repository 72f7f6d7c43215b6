import type { CheckedStatement } from '@tahanan/contract/billing/answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'

/** Amounts of a checked statement, in the order of the report (rules 22.4). */
export const CHECKED = [
  { key: 'before', label: 'Before' },
  { key: 'posted', label: 'Posted' },
  { key: 'charged', label: 'Charged' },
  { key: 'added', label: 'New' },
  { key: 'soaAmount', label: 'SOA Amount' },
  { key: 'notHeld', label: 'Not in it' },
] as const satisfies readonly { key: keyof CheckedStatement; label: string }[]

/** Returns the statements that lack most of what was posted first, then all others as they came. */
export const checkedRows = (statements: readonly CheckedStatement[]): CheckedStatement[] =>
  statements.toSorted((one, other) => Math.abs(other.notHeld) - Math.abs(one.notHeld))

/** Returns the statements as a CSV file, amounts with two decimals. */
export function statementCheckCsv(statements: readonly CheckedStatement[]): string {
  return toCsv(
    ['clientCode', 'clientname', 'date', ...CHECKED.map(({ key }) => key)],
    statements.map((row) => [
      row.clientCode,
      row.uoccname,
      row.date,
      ...CHECKED.map(({ key }) => row[key].toFixed(2)),
    ]),
  )
}
