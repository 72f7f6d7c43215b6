import { BALANCE_AMOUNTS, BALANCE_WORDS, formatBalance, splitBalance } from '../billing/balance.ts'
import { PAYMENT_TYPES } from '../billing/payment.ts'
import { pesosOrDash, sumAmounts } from '../money.ts'
import type { AgedTenant, CheckedStatement, Collection } from './answers.ts'

export interface ReportAmount<Key extends string> {
  readonly key: Key
  readonly label: string
  /** Label of the column below which it is stacked in narrow tables. */
  readonly under?: string
  /** Formats the amount if `pesosOrDash` does not fit. */
  readonly show?: (amount: number) => string
}

export const formatReportAmount = (
  { show = pesosOrDash }: Pick<ReportAmount<string>, 'show'>,
  amount: number,
) => show(amount)

/** A tenant in the aging report, with the balance that is the sum of its amounts. */
export interface AgedRow extends AgedTenant, ReturnType<typeof splitBalance> {
  id: number
}

/** Columns of the aging report: amounts by age in days, and their sum (rules 16.10). */
export const AGES: readonly ReportAmount<AgedAmount>[] = [
  { key: 'current', label: 'Current' },
  { key: 'days30', label: '1–30 Days' },
  { key: 'days60', label: '31–60 Days' },
  { key: 'days90', label: '61–90 Days' },
  { key: 'over90', label: 'Over 90 Days' },
  { key: 'overdue', label: 'Overdue', under: 'Over 90 Days' },
  ...BALANCE_AMOUNTS.map((amount) =>
    amount.key === 'credit' ? { ...amount, under: BALANCE_WORDS.leftToPay } : amount,
  ),
]
type AgedAmount = Exclude<keyof AgedRow, 'id' | 'tenantId' | 'clientCode' | 'uoccname'>

/** Returns the tenants with a debt or a credit, largest debts first. */
export function toAgedRows(tenants: readonly AgedTenant[]): AgedRow[] {
  return tenants
    .map((tenant) => ({ ...tenant, id: tenant.tenantId, ...splitBalance(balanceOf(tenant)) }))
    .filter(({ net }) => net !== 0)
    .toSorted((one, other) => other.net - one.net)
}

const balanceOf = ({ current, days30, days60, days90, over90, credit }: AgedTenant): number =>
  sumAmounts([current, days30, days60, days90, over90, -credit])

/** Columns of the statement check (rules 22.4). */
export const STATEMENT_CHECK_COLUMNS = [
  { key: 'before', label: 'Before', show: formatBalance },
  { key: 'posted', label: 'Posted' },
  { key: 'charged', label: 'Charged' },
  { key: 'added', label: 'New' },
  { key: 'soaAmount', label: 'SOA Amount', show: formatBalance },
  { key: 'notHeld', label: 'Not Included' },
] as const satisfies readonly ReportAmount<keyof CheckedStatement>[]

/** Maximum days of the statement check: a month, in which every tenant has a statement. */
export const STATEMENT_CHECK_DAYS = 31

/** Returns the longest period of the statement check that ends on a day, both `YYYY-MM-DD`. */
export function getMonthUpTo(day: string): { from: string; to: string } {
  const from = new Date(Date.parse(day) - (STATEMENT_CHECK_DAYS - 1) * 86_400_000)
  return { from: from.toISOString().slice(0, 10), to: day }
}

/** Sorts statements by the posted amount that they do not cover, largest first; the others stay in their order. */
export const sortCheckedRows = (statements: readonly CheckedStatement[]): CheckedStatement[] =>
  statements.toSorted((one, other) => Math.abs(other.notHeld) - Math.abs(one.notHeld))

/** Collections of a day in pesos: in total and by payment method. */
export interface CollectedDay {
  /** The day as a number, 20261123, which lists use as row id. */
  id: number
  day: string
  /** By type of payment. */
  posted: Readonly<Record<number, number>>
  /** Negative, as in the lists, the file and the printed report. */
  chequesReturned: number
  /** Other reversals, negative. */
  reversed: number
  /** Posted amount less reversals. */
  net: number
}

/** Amounts of a day other than those by payment method, in the order of lists, file and printed report. */
export const COLLECTION_COLUMNS = [
  { key: 'chequesReturned', label: 'Cheques Returned' },
  { key: 'reversed', label: 'Reversed' },
  { key: 'net', label: BALANCE_WORDS.net },
] as const satisfies readonly ReportAmount<keyof CollectedDay>[]

/** Returns a row for each day with posted or reversed payments, newest first (rules 22.1). */
export function toCollectedDays(rows: readonly Collection[]): CollectedDay[] {
  const days = [...new Set(rows.map(({ day }) => day))]
  const ofDay = (wanted: string) => rows.filter(({ day }) => day === wanted)
  return days.map((day) => collected(day, ofDay(day)))
}

export const sumCollections = (rows: readonly Collection[]): CollectedDay => collected('', rows)

function collected(day: string, rows: readonly Collection[]): CollectedDay {
  const posted = Object.fromEntries(
    PAYMENT_TYPES.map(({ type }) => [
      type,
      sumAmounts(rows.filter((row) => row.type === type).map((row) => row.posted)),
    ]),
  )
  const chequesReturned = sumAmounts(rows.map((row) => 0 - row.chequesReturned))
  const reversed = sumAmounts(rows.map((row) => 0 - row.reversed))
  const net = sumAmounts([...rows.map((row) => row.posted), chequesReturned, reversed])
  return { id: Number(day.replaceAll('-', '')), day, posted, chequesReturned, reversed, net }
}
