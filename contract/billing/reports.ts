import { pesosOrDash, sumOf } from '../money.ts'
import type { AgedTenant, CheckedStatement, Collection } from './answers.ts'
import { BALANCE_AMOUNTS, BALANCE_WORDS, owed, splitBalance } from './balance.ts'
import { PAYMENT_TYPES } from './payment.ts'

/** An amount of a report with its label, on screen and on paper. */
export interface ReportAmount<Key extends string> {
  readonly key: Key
  readonly label: string
  /** Label of the amount that it stands beneath where a row has no room for both. */
  readonly under?: string
  /** Its words; an amount, or a dash for none, where nothing else is said. */
  readonly show?: (amount: number) => string
}

/** Returns an amount of a report in words. */
export const reportWords = ({ show = pesosOrDash }: Pick<ReportAmount<string>, 'show'>, amount: number) =>
  show(amount)

/** A tenant of the ageing with the balance that the amounts come to. */
export interface AgedRow extends AgedTenant, ReturnType<typeof splitBalance> {
  id: number
}

/** Amounts of the ageing, by their age in days, and what they come to (rules 16.10). */
export const AGES: readonly ReportAmount<AgedAmount>[] = [
  { key: 'current', label: 'Current' },
  { key: 'days30', label: '1–30 days' },
  { key: 'days60', label: '31–60 days' },
  { key: 'days90', label: '61–90 days' },
  { key: 'over90', label: 'Over 90 days' },
  { key: 'overdue', label: 'Overdue', under: 'Over 90 days' },
  ...BALANCE_AMOUNTS.map((amount) =>
    amount.key === 'leftToPay' ? amount : { ...amount, under: BALANCE_WORDS.leftToPay },
  ),
]
type AgedAmount = Exclude<keyof AgedRow, 'id' | 'tenantId' | 'clientCode' | 'uoccname'>

/** Returns the tenants who owe or have credit, the largest debts first. */
export function agedRows(tenants: readonly AgedTenant[]): AgedRow[] {
  return tenants
    .map((tenant) => ({ ...tenant, id: tenant.tenantId, ...splitBalance(balanceOf(tenant)) }))
    .filter(({ net }) => net !== 0)
    .toSorted((one, other) => other.net - one.net)
}

const balanceOf = ({ current, days30, days60, days90, over90, credit }: AgedTenant): number =>
  sumOf([current, days30, days60, days90, over90, -credit])

/** Amounts of a checked statement (rules 22.4). */
export const CHECKED = [
  { key: 'before', label: 'Before', show: owed },
  { key: 'posted', label: 'Posted' },
  { key: 'charged', label: 'Charged' },
  { key: 'added', label: 'New' },
  { key: 'soaAmount', label: 'SOA Amount', show: owed },
  { key: 'notHeld', label: 'Not in it' },
] as const satisfies readonly ReportAmount<keyof CheckedStatement>[]

/** Returns the statements that lack most of what was posted first, then all others as they came. */
export const checkedRows = (statements: readonly CheckedStatement[]): CheckedStatement[] =>
  statements.toSorted((one, other) => Math.abs(other.notHeld) - Math.abs(one.notHeld))

/** Collections of a day, in all and by way of paying; amounts are pesos. */
export interface CollectedDay {
  /** For lists: the day as a number, 20261123. */
  id: number
  day: string
  /** By type of payment. */
  posted: Readonly<Record<number, number>>
  /** Below zero, as the lists, the file and the paper have them. */
  chequesReturned: number
  /** Other reversals, below zero. */
  reversed: number
  /** Posted less reversed. */
  net: number
}

/** Amounts of a day beside the ways of paying, in the order of lists, file and paper. */
export const COLLECTED = [
  { key: 'chequesReturned', label: 'Cheques Returned' },
  { key: 'reversed', label: 'Reversed' },
  { key: 'net', label: BALANCE_WORDS.net },
] as const satisfies readonly ReportAmount<keyof CollectedDay>[]

/** Returns a row for each day on which something was posted or reversed, the newest first (rules 22.1). */
export function collectedDays(rows: readonly Collection[]): CollectedDay[] {
  const days = [...new Set(rows.map(({ day }) => day))]
  const ofDay = (wanted: string) => rows.filter(({ day }) => day === wanted)
  return days.map((day) => collected(day, ofDay(day)))
}

/** Returns the sums of all days. */
export const collectedInAll = (rows: readonly Collection[]): CollectedDay => collected('', rows)

function collected(day: string, rows: readonly Collection[]): CollectedDay {
  const posted = Object.fromEntries(
    PAYMENT_TYPES.map(({ type }) => [
      type,
      sumOf(rows.filter((row) => row.type === type).map((row) => row.posted)),
    ]),
  )
  const chequesReturned = sumOf(rows.map((row) => 0 - row.chequesReturned))
  const reversed = sumOf(rows.map((row) => 0 - row.reversed))
  const net = sumOf([...rows.map((row) => row.posted), chequesReturned, reversed])
  return { id: Number(day.replaceAll('-', '')), day, posted, chequesReturned, reversed, net }
}
