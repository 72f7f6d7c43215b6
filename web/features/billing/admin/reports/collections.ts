import type { Collection } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { sumOf } from '@tahanan/contract/money.ts'

/** What came on a day, in all and by way of paying; amounts are pesos. */
export interface CollectedDay {
  /** For lists: the day as a number, 20261123. */
  id: number
  day: string
  /** By type of payment. */
  posted: Readonly<Record<number, number>>
  reversed: number
  total: number
}

function collected(day: string, rows: readonly Collection[]): CollectedDay {
  const posted = Object.fromEntries(
    PAYMENT_TYPES.map(({ type }) => [
      type,
      sumOf(rows.filter((row) => row.type === type).map((row) => row.posted)),
    ]),
  )
  const reversed = sumOf(rows.map((row) => row.reversed))
  const total = sumOf(rows.map((row) => row.posted - row.reversed))
  return { id: Number(day.replaceAll('-', '')), day, posted, reversed, total }
}

/** Returns a row for each day on which something was posted or reversed, the newest first. */
export function collectedDays(rows: readonly Collection[]): CollectedDay[] {
  return [...new Set(rows.map(({ day }) => day))].map((day) =>
    collected(
      day,
      rows.filter((row) => row.day === day),
    ),
  )
}

/** Returns the sums of all days. */
export const collectedInAll = (rows: readonly Collection[]): CollectedDay => collected('', rows)

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
