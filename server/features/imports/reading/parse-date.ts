import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { fromWallClock, parseTime } from '@tahanan/contract/time.ts'

export type ParsedDate =
  | Date
  | { readonly text: string; readonly first: number; readonly second: number; readonly rest: YearAndTime }

interface YearAndTime {
  readonly year: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const TIME_SOURCE = String.raw`(?:[\sT,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?m?\.?)?$`
const DAY_AND_MONTH = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})${TIME_SOURCE}`, 'i')
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/i
const MONTH_NAME_PATTERNS = [
  { order: 'DMY', pattern: String.raw`^(\d{1,2})(?:st|nd|rd|th)?[-\s/.]*([a-z]{3,9})[-\s/.,]*(\d{4}|\d{2})` },
  { order: 'MDY', pattern: String.raw`^([a-z]{3,9})[-\s/.]*(\d{1,2})(?:st|nd|rd|th)?[-\s/.,]+(\d{4}|\d{2})` },
  { order: 'YMD', pattern: String.raw`^(\d{4})[-\s/.]*([a-z]{3,9})[-\s/.]*(\d{1,2})` },
].map(({ order, pattern }) => ({ order, pattern: new RegExp(pattern + TIME_SOURCE, 'i') }))
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/**
 * Returns the number of an English month, which may be shortened to its first three or more letters; 0 for
 * another word.
 */
export const parseMonth = (name: string): number =>
  name.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

/** Dates with other years are typing errors. */
const PLAUSIBLE_YEARS = { from: 2000, to: 2099 } as const

/**
 * Parses a date with an optional time: ISO, `DD/MM/YYYY`, `MM/DD/YYYY`, or with the month's name. Returns
 * null for any other text. A time without an offset is in the community's time zone.
 */
export function parseDate(cell: string, timeZone: string): ParsedDate | null {
  const text = cell.trim()
  const isoInstant = parseTime(text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3'), timeZone)
  if (isoInstant) return isPlausibleYear(Number(text.slice(0, 4))) ? isoInstant : null
  const match = DAY_AND_MONTH.exec(text)
  if (!match) return parseWithMonthName(text.replace(WEEKDAY, ''), timeZone)
  const [, first, , second, year, ...time] = match
  const yearAndTime = parseYearAndTime(year, time)
  return yearAndTime && { text, first: Number(first), second: Number(second), rest: yearAndTime }
}

function parseWithMonthName(text: string, timeZone: string): Date | null {
  for (const { order, pattern } of MONTH_NAME_PATTERNS) {
    const [, a = '', b = '', c = '', ...time] = pattern.exec(text) ?? []
    const [day, name, year] = order === 'DMY' ? [a, b, c] : order === 'MDY' ? [b, a, c] : [c, b, a]
    const month = parseMonth(name)
    const yearAndTime = parseYearAndTime(year.length === 2 ? `20${year}` : year, time)
    if (month === 0 || !yearAndTime || !isDayOfMonth(yearAndTime.year, month, Number(day))) continue
    return fromWallClock({ ...yearAndTime, month, day: Number(day) }, timeZone)
  }
  return null
}

function parseYearAndTime(
  year: string | undefined,
  time: readonly (string | undefined)[],
): YearAndTime | null {
  const [hour = '0', minute = '0', second = '0', amPm = ''] = time
  const yearAndTime = {
    year: Number(year),
    hour: toHour24(Number(hour), amPm),
    minute: Number(minute),
    second: Number(second),
  }
  return isPlausibleYear(yearAndTime.year) &&
    yearAndTime.hour <= 23 &&
    yearAndTime.minute <= 59 &&
    yearAndTime.second <= 59
    ? yearAndTime
    : null
}

const isDayOfMonth = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

const isPlausibleYear = (year: number): boolean => year >= PLAUSIBLE_YEARS.from && year <= PLAUSIBLE_YEARS.to

function toHour24(hour: number, amPm: string): number {
  if (amPm === '') return hour
  if (hour < 1 || hour > 12) return 24
  return (hour % 12) + (amPm.toLowerCase() === 'p' ? 12 : 0)
}

type DateOrderResult =
  | { readonly order: DateOrder | null; readonly examples?: undefined }
  | { readonly order?: undefined; readonly examples: readonly string[] }

const MAX_EXAMPLES = 5

/**
 * Finds whether the day or the month comes first in the dates of a file. Dates with a number above 12 show
 * it; their majority decides. Without a majority, returns ambiguous dates as `examples`. `order` is null if
 * every date is the same in both orders.
 */
export function findOrderOfDates(dates: Iterable<ParsedDate>): DateOrderResult {
  let dayFirstCount = 0
  let monthFirstCount = 0
  let firstOrder: DateOrder | null = null
  const ambiguousDates = new Set<string>()
  for (const date of dates) {
    if (date instanceof Date) continue
    const dateOrder = getDateOrder(date)
    firstOrder ??= dateOrder
    if (dateOrder === 'DMY') dayFirstCount += 1
    else if (dateOrder === 'MDY') monthFirstCount += 1
    else if (date.first !== date.second && ambiguousDates.size < MAX_EXAMPLES) ambiguousDates.add(date.text)
  }
  if (dayFirstCount !== monthFirstCount) return { order: dayFirstCount > monthFirstCount ? 'DMY' : 'MDY' }
  return ambiguousDates.size > 0 ? { examples: [...ambiguousDates] } : { order: firstOrder }
}

export function getDateOrder({ first, second }: Exclude<ParsedDate, Date>): DateOrder | null {
  if (first > 12 && second <= 12) return 'DMY'
  return second > 12 && first <= 12 ? 'MDY' : null
}

export function toInstant(
  date: ParsedDate,
  order: DateOrder | null,
  timeZone: string,
):
  | { readonly instant: Date; readonly reason?: undefined }
  | { readonly instant?: undefined; readonly reason: string } {
  if (date instanceof Date) return { instant: date }
  const orderOfDate = getDateOrder(date)
  if (orderOfDate && order && orderOfDate !== order) {
    const expectedOrder = order === 'DMY' ? 'day comes before the month' : 'month comes before the day'
    return { reason: `The date ${date.text} contradicts the rest of the file, where the ${expectedOrder}.` }
  }
  const [day, month] =
    (orderOfDate ?? order ?? 'DMY') === 'DMY' ? [date.first, date.second] : [date.second, date.first]
  if (!isDayOfMonth(date.rest.year, month, day)) return { reason: `There is no such day: ${date.text}.` }
  return { instant: fromWallClock({ ...date.rest, month, day }, timeZone) }
}
