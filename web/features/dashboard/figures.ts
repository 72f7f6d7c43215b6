import { getCommunityTimeNow } from '#lib/time.ts'
import { truncate } from '#lib/truncate.ts'
import { POST_TEXT_LENGTHS } from '@tahanan/contract/content/post.ts'
import type { MonthCount, RequestCounts } from '@tahanan/contract/dashboard/answers.ts'
import { STATUS, type StoredStatus } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

interface Slice {
  name: string
  colour: string
  count: number
  share: number
  /** Status by which the linked list is filtered; 0: deleted job orders, which no list shows. */
  status: StoredStatus
}

const STATUS_SLICES = [
  ['open', 'Open', STATUS.approval],
  ['close', 'Close', STATUS.approved],
  ['ongoing', 'Ongoing', STATUS.ongoing],
  ['completed', 'Completed', STATUS.completed],
  ['cancelled', 'Cancelled', STATUS.cancelled],
  ['rejected', 'Rejected', STATUS.rejected],
  ['deleted', 'Deleted', STATUS.deleted],
] as const satisfies readonly (readonly [keyof RequestCounts, string, StoredStatus])[]

/** Returns the parts of the doughnut chart, with count and share of each status (rules 13.21). */
export function listSlices(counts: RequestCounts): Slice[] {
  return STATUS_SLICES.map(([key, name, status]) => ({
    name,
    status,
    colour: `--chart-${key}`,
    count: counts[key],
    share: counts.all > 0 ? counts[key] / counts.all : 0,
  }))
}

/** Returns the number in the middle of the doughnut chart and the text below it (rules 13.21). */
export function getDoughnutTotal({ all, deleted }: RequestCounts): { total: number; text: string } {
  return {
    total: all,
    text: deleted > 0 ? `in all, ${deleted.toLocaleString('en')} deleted` : 'in all',
  }
}

const PERCENT_FORMAT = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export function formatPercent(share: number): string {
  return PERCENT_FORMAT.format(share)
}

const MONTH_FORMAT = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

export const MONTH_NAMES = Array.from({ length: 12 }, (_, month) =>
  MONTH_FORMAT.format(Date.UTC(2000, month)),
)

export interface YearCounts {
  year: number
  /** Counts from January to December. Months that are not over yet are null, so the line ends before them. */
  months: (number | null)[]
  total: number
}

/** Groups the counts by year, newest year first. Months without reservations are 0. */
export function groupByYear(
  counts: readonly MonthCount[],
  now: { year: number; month: number },
): YearCounts[] {
  const descendingYears = [...new Set(counts.map(({ year }) => year))].toSorted((a, b) => b - a)
  return descendingYears.map((year) => {
    const countsOfYear = counts.filter((entry) => entry.year === year)
    const elapsedMonths = year < now.year ? 12 : year > now.year ? 0 : now.month
    const lastMonth = Math.max(elapsedMonths, ...countsOfYear.map(({ month }) => month))
    const monthCounts = MONTH_NAMES.map((_, monthIndex) =>
      monthIndex < lastMonth
        ? (countsOfYear.find(({ month }) => month === monthIndex + 1)?.count ?? 0)
        : null,
    )
    return { year, months: monthCounts, total: countsOfYear.reduce((sum, { count }) => sum + count, 0) }
  })
}

export function groupByYearUntilToday(counts: readonly MonthCount[]): YearCounts[] {
  const today = getCommunityTimeNow()
  return groupByYear(counts, { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) })
}

export function getDrawnYears(counts: readonly MonthCount[]): YearCounts[] {
  return groupByYearUntilToday(counts).slice(0, LINE_STYLES.length)
}

/** Truncates a title to 75 characters, for the chart (rules 13.20). */
export const truncateTitle = (title: string): string => truncate(title, POST_TEXT_LENGTHS.chartTitle)

export interface LineStyle {
  colour: string
  dash: readonly number[]
  point: 'circle' | 'rect' | 'triangle' | 'rectRot'
}

export const LINE_STYLES: readonly [LineStyle, ...LineStyle[]] = [
  { colour: '--primary', dash: [], point: 'circle' },
  { colour: '--geekblue', dash: [7, 4], point: 'rect' },
  { colour: '--gold', dash: [2, 3], point: 'triangle' },
  { colour: '--magenta', dash: [10, 4, 2, 4], point: 'rectRot' },
]

export const HOUR_LINES = [
  { name: 'Median', key: 'median', look: LINE_STYLES[0] },
  { name: '90th Percentile', key: 'p90', look: LINE_STYLES[1] ?? LINE_STYLES[0] },
] as const

export const formatMonth = ({ year, month }: Pick<MonthCount, 'year' | 'month'>): string =>
  `${MONTH_NAMES[month - 1]} ${year}`

export const getModuleTitle = (name: string): string =>
  MODULES.find((module) => module.name === name)?.title ?? name
