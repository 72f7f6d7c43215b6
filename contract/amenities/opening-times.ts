/** Open and closed times of an amenity on a day (rules 25.1). */
import { WEEKDAYS } from '../settings/office-hours.ts'
import { RESERVATION_HOURS } from '../tickets/modules/reservation.ts'

/** Group of days, or one weekday from '0' (Sunday) to '6' (Saturday). */
export type DaysKey = 'all' | 'workdays' | 'weekend' | '0' | '1' | '2' | '3' | '4' | '5' | '6'

export interface OpeningHours {
  readonly days: DaysKey
  readonly opens: string
  readonly closes: string
}

/**
 * Closed time of an amenity. If `weekday` is null, it applies to all days from `from` to `to`. If `opens` and
 * `closes` are null, the whole day is closed.
 */
export interface Closure {
  readonly from: string | null
  readonly to: string | null
  readonly weekday: DaysKey | null
  readonly opens: string | null
  readonly closes: string | null
  readonly reason: string
}

interface OpeningRules {
  readonly hours: readonly OpeningHours[]
  readonly closures: readonly Closure[]
}

export const WEEKDAY_CHOICES: readonly { value: DaysKey; label: string; weekdays: readonly number[] }[] = [
  { value: 'all', label: 'Every day', weekdays: [0, 1, 2, 3, 4, 5, 6] },
  { value: 'workdays', label: 'Monday to Friday', weekdays: [1, 2, 3, 4, 5] },
  { value: 'weekend', label: 'Saturday and Sunday', weekdays: [0, 6] },
  ...([1, 2, 3, 4, 5, 6, 0] as const).map((day) => ({
    value: String(day) as DaysKey,
    label: WEEKDAYS[day],
    weekdays: [day],
  })),
]

export const formatDays = (days: DaysKey): string =>
  days === 'all' ? 'every day' : (WEEKDAY_CHOICES.find(({ value }) => value === days)?.label ?? '')

export const includesDay = (days: DaysKey, weekday: number): boolean =>
  WEEKDAY_CHOICES.some(({ value, weekdays }) => value === days && weekdays.includes(weekday))

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Part of a day, in minutes since midnight. */
export interface MinuteSpan {
  readonly from: number
  readonly to: number
}

export const BOOKABLE_HOURS: MinuteSpan = { from: RESERVATION_HOURS.from * 60, to: RESERVATION_HOURS.to * 60 }

export function getOpenSpans({ hours }: Pick<OpeningRules, 'hours'>, weekday: number): MinuteSpan[] {
  if (hours.length === 0) return [BOOKABLE_HOURS]
  return hours
    .filter((row) => includesDay(row.days, weekday))
    .map(({ opens, closes }) => ({ from: toMinutes(opens), to: toMinutes(closes) }))
    .toSorted((firstSpan, secondSpan) => firstSpan.from - secondSpan.from)
}

export function subtractSpan(spans: readonly MinuteSpan[], closedSpan: MinuteSpan): MinuteSpan[] {
  return spans
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, closedSpan.from) },
      { from: Math.max(from, closedSpan.to), to },
    ])
    .filter(({ from, to }) => from < to)
}

const WHOLE_DAY: MinuteSpan = { from: 0, to: 24 * 60 }

export const getClosedSpan = ({ opens, closes }: Closure): MinuteSpan =>
  opens !== null && closes !== null ? { from: toMinutes(opens), to: toMinutes(closes) } : WHOLE_DAY

export function isClosedOn({ from, to, weekday }: Closure, day: string): boolean {
  if (from !== null && day < from) return false
  if (day > (to ?? (weekday === null ? from : null) ?? day)) return false
  return weekday === null || includesDay(weekday, new Date(day).getUTCDay())
}

/**
 * Time at which an amenity cannot be booked. `reason` explains a closure; null for a time outside the opening
 * hours.
 */
export interface ClosedSpan extends MinuteSpan {
  readonly reason: string | null
}

export function listClosedSpans(rules: OpeningRules, day: string): ClosedSpan[] {
  const closures = rules.closures
    .filter((closure) => isClosedOn(closure, day))
    .map((closure) => ({ ...clipToBookableHours(getClosedSpan(closure)), reason: closure.reason }))
    .filter(({ from, to }) => from < to)
  const spansOutsideHours = [...getOpenSpans(rules, new Date(day).getUTCDay()), ...closures].reduce<
    readonly MinuteSpan[]
  >(subtractSpan, [BOOKABLE_HOURS])
  return [...closures, ...spansOutsideHours.map((span) => ({ ...span, reason: null }))].toSorted(
    (firstSpan, secondSpan) => firstSpan.from - secondSpan.from,
  )
}

const clipToBookableHours = ({ from, to }: MinuteSpan): MinuteSpan => ({
  from: Math.max(from, BOOKABLE_HOURS.from),
  to: Math.min(to, BOOKABLE_HOURS.to),
})

export const isClosureOver = ({ from, to, weekday }: Closure, day: string): boolean =>
  (to ?? (weekday === null ? from : null) ?? day) < day
