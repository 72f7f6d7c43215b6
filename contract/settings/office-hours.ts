import { fromWallClock, wallClock } from '../time.ts'

/** Opening and closing time of a day, as `HH:MM` in community time. */
export interface OfficeDay {
  readonly opens: string
  readonly closes: string
}

/** Office hours by weekday, from Sunday; null for a day without. */
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

/** Usual hours of a day. */
export const WORKDAY: OfficeDay = { opens: '08:00', closes: '17:00' }

/** Office hours until others are saved: Monday to Friday, and Saturday morning. */
export const DEFAULT_OFFICE_WEEK: OfficeWeek = [
  null,
  WORKDAY,
  WORKDAY,
  WORKDAY,
  WORKDAY,
  WORKDAY,
  { opens: '08:00', closes: '12:00' },
]

/** A time of day of office hours. */
export const OFFICE_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** When an office is open. */
export interface OfficeCalendar {
  readonly week: OfficeWeek
  /** Days without office hours, as `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>
  readonly timeZone: string
}

const HOUR = 3_600_000

/** Returns the time that is a number of office hours later. Throws if no day has office hours. */
export function addOfficeHours(from: Date, hours: number, calendar: OfficeCalendar): Date {
  let left = hours * HOUR
  for (const { opens, closes } of openings(from, calendar)) {
    const open = Math.max(0, closes - Math.max(opens, from.getTime()))
    if (open > 0 && left <= open) return new Date(closes - open + left)
    left -= open
  }
  throw new RangeError('no day has office hours')
}

/** Yields the opening and closing times of the days from that of `from` on, in milliseconds. */
function* openings(from: Date, { week, holidays, timeZone }: OfficeCalendar) {
  if (!week.some((day) => day !== null)) return
  const first = wallClock(from, timeZone)
  for (let ahead = 0; ; ahead++) {
    const date = new Date(Date.UTC(first.year, first.month - 1, first.day + ahead))
    const day = week[date.getUTCDay()]
    if (!day || holidays.has(date.toISOString().slice(0, 10))) continue
    yield { opens: instant(date, day.opens, timeZone), closes: instant(date, day.closes, timeZone) }
  }
}

function instant(date: Date, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  return fromWallClock({ ...day, hour, minute, second: 0 }, timeZone).getTime()
}
