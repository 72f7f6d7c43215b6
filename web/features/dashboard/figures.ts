import { wallNow } from '#lib/time.ts'
import { truncate } from '#lib/truncate.ts'
import { POST_CUTS } from '@tahanan/contract/content/post.ts'
import type { MonthCount, RequestCounts } from '@tahanan/contract/dashboard/answers.ts'
import { LINES } from './lines.ts'

/** A part of the doughnut. */
export interface Slice {
  name: string
  /** Colour of dashboard.css: `--chart-open`. */
  colour: string
  count: number
  /** Share of all, 0 to 1. */
  share: number
}

const SLICES = [
  ['open', 'Open'],
  ['close', 'Close'],
  ['ongoing', 'Ongoing'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
  ['rejected', 'Rejected'],
  ['deleted', 'Deleted'],
] as const satisfies readonly (readonly [keyof RequestCounts, string])[]

/** The statuses of the doughnut with their counts and shares of all (rules 13.21). */
export function slicesOf(counts: RequestCounts): Slice[] {
  return SLICES.map(([key, name]) => ({
    name,
    colour: `--chart-${key}`,
    count: counts[key],
    share: counts.all > 0 ? counts[key] / counts.all : 0,
  }))
}

const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A share of 0 to 1 as `12.5%`. */
export function percent(share: number): string {
  return PERCENT.format(share)
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** `Jan` to `Dec`. */
export const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2000, month)))

/** A line of the reservations chart. */
export interface Year {
  year: number
  /** January to December; null after the last known month, so that the line ends there instead of falling. */
  months: (number | null)[]
  total: number
}

/** The reservations by year, the newest first. Months without any count 0 up to the present, or the last booking ahead. */
export function yearsOf(counts: readonly MonthCount[], now: { year: number; month: number }): Year[] {
  const years = [...new Set(counts.map(({ year }) => year))].toSorted((a, b) => b - a)
  return years.map((year) => {
    const own = counts.filter((entry) => entry.year === year)
    const until = year < now.year ? 12 : year > now.year ? 0 : now.month
    const last = Math.max(until, ...own.map(({ month }) => month))
    const months = MONTHS.map((_, at) =>
      at < last ? (own.find(({ month }) => month === at + 1)?.count ?? 0) : null,
    )
    return { year, months, total: own.reduce((sum, { count }) => sum + count, 0) }
  })
}

/** The reservations by year as of today. */
export function yearsNow(counts: readonly MonthCount[]): Year[] {
  const today = wallNow()
  return yearsOf(counts, { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) })
}

/** The years that get a line. More could not be told apart; the table has them all. */
export function drawnYears(counts: readonly MonthCount[]): Year[] {
  return yearsNow(counts).slice(0, LINES.length)
}

/** A title as the chart shows it: at most 75 characters (rules 13.20). */
export const cutTitle = (title: string): string => truncate(title, POST_CUTS.chartTitle)
