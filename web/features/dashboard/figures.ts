import { getWallNow } from '#lib/time.ts'
import { truncate } from '#lib/truncate.ts'
import { POST_CUTS } from '@tahanan/contract/content/post.ts'
import type { MonthCount, RequestCounts } from '@tahanan/contract/dashboard/answers.ts'
import { STATUS, type StoredStatus } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

interface Slice {
  name: string
  colour: string
  count: number
  share: number
  /** 0: deleted job orders, which no list contains. */
  status: StoredStatus
}

const SLICES = [
  ['open', 'Open', STATUS.approval],
  ['close', 'Close', STATUS.approved],
  ['ongoing', 'Ongoing', STATUS.ongoing],
  ['completed', 'Completed', STATUS.completed],
  ['cancelled', 'Cancelled', STATUS.cancelled],
  ['rejected', 'Rejected', STATUS.rejected],
  ['deleted', 'Deleted', STATUS.deleted],
] as const satisfies readonly (readonly [keyof RequestCounts, string, StoredStatus])[]

/** Returns the statuses of the doughnut with counts and shares (rules 13.21). */
export function listSlices(counts: RequestCounts): Slice[] {
  return SLICES.map(([key, name, status]) => ({
    name,
    status,
    colour: `--chart-${key}`,
    count: counts[key],
    share: counts.all > 0 ? counts[key] / counts.all : 0,
  }))
}

/** Returns the number in the ring, and the text below it (rules 13.21). */
export function getRing({ all, deleted }: RequestCounts): { total: number; words: string } {
  return {
    total: all,
    words: deleted > 0 ? `in all, ${deleted.toLocaleString('en')} deleted` : 'in all',
  }
}

const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export function formatPercent(share: number): string {
  return PERCENT.format(share)
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

export const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2000, month)))

export interface Year {
  year: number
  /** January to December; null after the last known month, which ends the line. */
  months: (number | null)[]
  total: number
}

/** Groups reservations by year, newest first; months up to now without any are 0. */
export function groupByYear(counts: readonly MonthCount[], now: { year: number; month: number }): Year[] {
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

export function groupByYearNow(counts: readonly MonthCount[]): Year[] {
  const today = getWallNow()
  return groupByYear(counts, { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) })
}

/** Has at most as many years as there are distinguishable lines; the table has all years. */
export function getDrawnYears(counts: readonly MonthCount[]): Year[] {
  return groupByYearNow(counts).slice(0, LINES.length)
}

/** Truncates a title for the chart to 75 characters (rules 13.20). */
export const truncateTitle = (title: string): string => truncate(title, POST_CUTS.chartTitle)

export interface LineLook {
  colour: string
  dash: readonly number[]
  point: 'circle' | 'rect' | 'triangle' | 'rectRot'
}

/** Styles of the years' lines, newest first; they differ by colour, dashes and points. */
export const LINES: readonly [LineLook, ...LineLook[]] = [
  { colour: '--primary', dash: [], point: 'circle' },
  { colour: '--geekblue', dash: [7, 4], point: 'rect' },
  { colour: '--gold', dash: [2, 3], point: 'triangle' },
  { colour: '--magenta', dash: [10, 4, 2, 4], point: 'rectRot' },
]

export const HOUR_LINES = [
  { name: 'Median', key: 'median', look: LINES[0] },
  { name: '90th Percentile', key: 'p90', look: LINES[1] ?? LINES[0] },
] as const

export const formatMonth = ({ year, month }: Pick<MonthCount, 'year' | 'month'>): string =>
  `${MONTHS[month - 1]} ${year}`

/** Falls back to the name, because the server may know a module that this page does not know. */
export const getModuleTitle = (name: string): string =>
  MODULES.find((one) => one.name === name)?.title ?? name
