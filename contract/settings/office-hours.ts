import { fromWallClock, toWallClock } from '../time.ts'

/** Times are `HH:MM` in community time. */
export interface OfficeDay {
  readonly opens: string
  readonly closes: string
  /** Lunch break: both times or neither. */
  readonly breakFrom?: string
  readonly breakTo?: string
}

/** Seven days, beginning with Sunday; null for a closed day. */
export type OfficeWeek = readonly (OfficeDay | null)[]

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

export const DEFAULT_WORKDAY: OfficeDay = { opens: '08:00', closes: '17:00' }

export const DEFAULT_OFFICE_WEEK: OfficeWeek = [
  null,
  DEFAULT_WORKDAY,
  DEFAULT_WORKDAY,
  DEFAULT_WORKDAY,
  DEFAULT_WORKDAY,
  DEFAULT_WORKDAY,
  { opens: '08:00', closes: '12:00' },
]

export const OFFICE_TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export function toOfficeDay({ opens, closes, breakFrom = '', breakTo = '' }: OfficeDay): OfficeDay {
  return breakFrom === '' && breakTo === '' ? { opens, closes } : { opens, closes, breakFrom, breakTo }
}

/** Returns an error with the day's `name`; undefined if the hours are valid (rules 11.19). */
export function getOfficeDayError(day: OfficeDay, name: string): string | undefined {
  const { opens, closes, breakFrom, breakTo } = toOfficeDay(day)
  if (!OFFICE_TIME_PATTERN.test(opens) || !OFFICE_TIME_PATTERN.test(closes)) return 'Please input both times.'
  if (opens >= closes) return `${name} closes before it opens.`
  if (breakFrom === undefined || breakTo === undefined) return undefined
  if (!OFFICE_TIME_PATTERN.test(breakFrom) || !OFFICE_TIME_PATTERN.test(breakTo))
    return 'Please input both times of the lunch break, or neither.'
  if (breakFrom >= breakTo) return 'The lunch break ends before it begins.'
  return opens < breakFrom && breakTo < closes
    ? undefined
    : 'Please put the lunch break between opening and closing.'
}

export function getOpenTimes({ opens, closes, breakFrom, breakTo }: OfficeDay): readonly OfficeDay[] {
  if (breakFrom === undefined || breakTo === undefined) return [{ opens, closes }]
  return [
    { opens, closes: breakFrom },
    { opens: breakTo, closes },
  ]
}

export interface OfficeCalendar {
  readonly week: OfficeWeek
  /** `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>
  readonly timeZone: string
}

const HOUR_MS = 3_600_000

/** Adds office hours to a time, skipping closed hours. Throws if no day of the week has office hours. */
export function addOfficeHours(from: Date, hours: number, calendar: OfficeCalendar): Date {
  let remainingMs = hours * HOUR_MS
  for (const { opens, closes } of listOpenings(from, calendar)) {
    const openMs = Math.max(0, closes - Math.max(opens, from.getTime()))
    if (openMs > 0 && remainingMs <= openMs) return new Date(closes - openMs + remainingMs)
    remainingMs -= openMs
  }
  throw new RangeError('no day has office hours')
}

/** Yields opening and closing times in milliseconds since 1970, from the day of `from` on, without end. */
function* listOpenings(from: Date, { week, holidays, timeZone }: OfficeCalendar) {
  if (!week.some((day) => day !== null)) return
  const startClock = toWallClock(from, timeZone)
  for (let daysAhead = 0; ; daysAhead++) {
    const date = new Date(Date.UTC(startClock.year, startClock.month - 1, startClock.day + daysAhead))
    const day = week[date.getUTCDay()]
    if (!day || holidays.has(date.toISOString().slice(0, 10))) continue
    for (const { opens, closes } of getOpenTimes(day))
      yield { opens: toInstant(date, opens, timeZone), closes: toInstant(date, closes, timeZone) }
  }
}

function toInstant(date: Date, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  return fromWallClock({ ...day, hour, minute, second: 0 }, timeZone).getTime()
}
