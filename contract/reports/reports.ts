import { BALANCE_AMOUNTS, BALANCE_LABELS, formatBalance, splitBalance } from '../billing/balance.ts'
import { PAYMENT_TYPES } from '../billing/payment.ts'
import { formatPesosOrDash, sumAmounts } from '../money.ts'
import type { TenantAgeing, StatementCheck, Collection } from './answers.ts'

export interface ReportAmount<Key extends string> {
  readonly key: Key
  readonly label: string
  /** Label of another column. On narrow tables, this amount is shown below the amount of that column. */
  readonly under?: string
  readonly show?: (amount: number) => string
}

export const formatReportAmount = (
  { show = formatPesosOrDash }: Pick<ReportAmount<string>, 'show'>,
  amount: number,
) => show(amount)

/** Row of the ageing report. `balance` is the sum of its amounts. */
export interface AgeingRow extends TenantAgeing, ReturnType<typeof splitBalance> {
  id: number
}

/** Amounts of the ageing report (rules 16.10). */
export const AGEING_COLUMNS: readonly ReportAmount<AgeingAmount>[] = [
  { key: 'current', label: 'Current' },
  { key: 'days30', label: '1–30 Days' },
  { key: 'days60', label: '31–60 Days' },
  { key: 'days90', label: '61–90 Days' },
  { key: 'over90', label: 'Over 90 Days' },
  { key: 'overdue', label: 'Overdue', under: 'Over 90 Days' },
  ...BALANCE_AMOUNTS.map((amount) =>
    amount.key === 'credit' ? { ...amount, under: BALANCE_LABELS.leftToPay } : amount,
  ),
]
type AgeingAmount = Exclude<keyof AgeingRow, 'id' | 'tenantId' | 'clientCode' | 'uoccname'>

export function toAgeingRows(tenants: readonly TenantAgeing[]): AgeingRow[] {
  return tenants
    .map((tenant) => ({ ...tenant, id: tenant.tenantId, ...splitBalance(getAgeingBalance(tenant)) }))
    .filter(({ net }) => net !== 0)
    .toSorted((firstRow, secondRow) => secondRow.net - firstRow.net)
}

const getAgeingBalance = ({ current, days30, days60, days90, over90, credit }: TenantAgeing): number =>
  sumAmounts([current, days30, days60, days90, over90, -credit])

/** Amounts of the statement check (rules 22.4). */
export const STATEMENT_CHECK_COLUMNS = [
  { key: 'before', label: 'Before', show: formatBalance },
  { key: 'posted', label: 'Posted' },
  { key: 'charged', label: 'Charged' },
  { key: 'added', label: 'New' },
  { key: 'soaAmount', label: 'SOA Amount', show: formatBalance },
  { key: 'notHeld', label: 'Not Included' },
] as const satisfies readonly ReportAmount<keyof StatementCheck>[]

/** Longest period of the statement check: one month, because every tenant gets a statement each month. */
export const MAX_STATEMENT_CHECK_DAYS = 31

/** Returns the longest period of the statement check that ends on a day, `YYYY-MM-DD`. */
export function getMonthEndingOn(day: string): { from: string; to: string } {
  const firstDay = new Date(Date.parse(day) - (MAX_STATEMENT_CHECK_DAYS - 1) * 86_400_000)
  return { from: firstDay.toISOString().slice(0, 10), to: day }
}

/** Sorts by the posted amount that the statement does not include, ignoring its sign, largest first. */
export const sortStatementChecks = (statements: readonly StatementCheck[]): StatementCheck[] =>
  statements.toSorted(
    (firstCheck, secondCheck) => Math.abs(secondCheck.notHeld) - Math.abs(firstCheck.notHeld),
  )

export interface DayCollections {
  /** The day as a number (20261123), because lists need a row id. */
  id: number
  day: string
  posted: Readonly<Record<number, number>>
  /** Amount of returned cheques; zero or negative. */
  chequesReturned: number
  /** Amount of other reversals; zero or negative. */
  reversed: number
  net: number
}

export const COLLECTION_COLUMNS = [
  { key: 'chequesReturned', label: 'Cheques Returned' },
  { key: 'reversed', label: 'Reversed' },
  { key: 'net', label: BALANCE_LABELS.net },
] as const satisfies readonly ReportAmount<keyof DayCollections>[]

/**
 * Adds up the payments of each day, newest day first. Omits days without posted or reversed payments (rules
 * 22.1).
 */
export function toCollectionsByDay(rows: readonly Collection[]): DayCollections[] {
  const uniqueDays = [...new Set(rows.map(({ day }) => day))]
  const listRowsOfDay = (requestedDay: string) => rows.filter(({ day }) => day === requestedDay)
  return uniqueDays.map((day) => toDayCollections(day, listRowsOfDay(day)))
}

export const sumCollections = (rows: readonly Collection[]): DayCollections => toDayCollections('', rows)

function toDayCollections(day: string, rows: readonly Collection[]): DayCollections {
  const postedByType = Object.fromEntries(
    PAYMENT_TYPES.map(({ type }) => [
      type,
      sumAmounts(rows.filter((row) => row.type === type).map((row) => row.posted)),
    ]),
  )
  const chequesReturned = sumAmounts(rows.map((row) => 0 - row.chequesReturned))
  const reversedTotal = sumAmounts(rows.map((row) => 0 - row.reversed))
  const net = sumAmounts([...rows.map((row) => row.posted), chequesReturned, reversedTotal])
  return {
    id: Number(day.replaceAll('-', '')),
    day,
    posted: postedByType,
    chequesReturned,
    reversed: reversedTotal,
    net,
  }
}
