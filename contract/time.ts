/**
 * The server stores and sends times as ISO 8601 in UTC. Users read and type community time, whatever the time
 * zone of their browser (rules 14.3).
 */

/** Format of pickers: `2026-03-14 09:00:00`. The API accepts it too. */
const WALL_CLOCK_PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const ISO_WITH_OFFSET_PATTERN =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formatCache = new Map<string, Intl.DateTimeFormat>()

function getDateTimeFormat(timeZone: string): Intl.DateTimeFormat {
  let cachedFormat = formatCache.get(timeZone)
  if (!cachedFormat) {
    cachedFormat = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatCache.set(timeZone, cachedFormat)
  }
  return cachedFormat
}

export function toWallClock(instant: Date, timeZone: string): WallClock {
  // Splits the formatted text `14/3/2026, 09:00:00`, because `formatToParts` takes twice as long.
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    getDateTimeFormat(timeZone).format(instant).match(/\d+/g) ?? []
  ).map(Number)
  return { year, month, day, hour, minute, second }
}

const toUtc = (clock: WallClock) =>
  Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second)

/**
 * Converts the clock time of a zone to an instant. If daylight saving skips the clock time, returns the time
 * after the gap.
 */
export function fromWallClock(clock: WallClock, timeZone: string): Date {
  const wallTimeAsUtc = toUtc(clock)
  let instant = wallTimeAsUtc
  // The first round finds the offset of the zone. The second round corrects it if the offset changes between
  // the two instants.
  for (let correctionRound = 0; correctionRound < 2; correctionRound++)
    instant += wallTimeAsUtc - toUtc(toWallClock(new Date(instant), timeZone))
  return new Date(instant)
}

/**
 * Parses ISO 8601 with an offset, and `YYYY-MM-DD[ HH:mm[:ss]]` in community time. Returns null for other
 * texts, impossible dates (30 February) and years outside 1900 to 2200.
 */
export function parseTime(text: string, timeZone: string): Date | null {
  if (ISO_WITH_OFFSET_PATTERN.test(text)) {
    const instant = new Date(text)
    if (Number.isNaN(instant.getTime())) return null
    return isDay(text.slice(0, 10)) ? instant : null
  }
  const match = WALL_CLOCK_PATTERN.exec(text)
  if (!match || !isDay(text.slice(0, 10))) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return null
  return fromWallClock({ year, month, day, hour, minute, second }, timeZone)
}

/** Accepts `YYYY-MM-DD` of the years 1900 to 2200. */
export function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const dateFromParts = new Date(Date.UTC(year, month - 1, date))
  return (
    year >= 1900 &&
    year <= 2200 &&
    dateFromParts.getUTCMonth() === month - 1 &&
    dateFromParts.getUTCDate() === date
  )
}

export function addDays(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

export function describeDateError(text: unknown): string {
  const day = typeof text === 'string' ? /^(\d{4})-\d{2}-\d{2}(?=$|[ T]\d{2}:\d{2})/.exec(text) : null
  if (!day) return 'This is not a date.'
  const [date, year] = [day[0], Number(day[1])]
  if (year < 1900 || year > 2200) return 'Please choose a year from 1900 to 2200.'
  return isDay(date) ? 'There is no such time.' : 'There is no such day.'
}

const toTwoDigits = (value: number) => String(value).padStart(2, '0')

/** `2026-03-14 09:00:00` in community time */
export function formatPickerTime(instant: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = toWallClock(instant, timeZone)
  return `${year}-${toTwoDigits(month)}-${toTwoDigits(day)} ${toTwoDigits(hour)}:${toTwoDigits(minute)}:${toTwoDigits(second)}`
}

export function formatDay(instant: Date, timeZone: string): string {
  return formatPickerTime(instant, timeZone).slice(0, 10)
}

/** `14/03/2026` in community time, for CSV files (rules 13.13) */
export function formatCsvDate(instant: Date, timeZone: string): string {
  const { year, month, day } = toWallClock(instant, timeZone)
  return `${toTwoDigits(day)}/${toTwoDigits(month)}/${year}`
}

const LONG_DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `14 March 2026` */
export const formatLongDay = (day: string): string => LONG_DAY_FORMAT.format(new Date(day))

/** `14 March 2026, 9:00 AM` in community time */
export const formatLongTime = (instant: Date, timeZone: string): string =>
  `${formatLongDay(formatDay(instant, timeZone))}, ${formatClock(instant, timeZone)}`

/** `9:00 AM` in community time */
export function formatClock(instant: Date, timeZone: string): string {
  const { hour, minute } = toWallClock(instant, timeZone)
  return `${hour % 12 || 12}:${toTwoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

export function getStartOfDay(instant: Date, timeZone: string): Date {
  const { year, month, day } = toWallClock(instant, timeZone)
  return fromWallClock({ year, month, day, hour: 0, minute: 0, second: 0 }, timeZone)
}

/**
 * Returns the name of the time zone, such as `Manila`. Returns undefined if its clock shows the same time as
 * the user's clock (rules 15.34).
 */
export function getForeignZoneName(
  timeZone: string,
  instant = new Date(),
  ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | undefined {
  if (formatPickerTime(instant, timeZone) === formatPickerTime(instant, ownZone)) return undefined
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

export const formatCount = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`

export function formatMinutes(length: number): string {
  const [hours, rest] = [Math.floor(length / 60), length % 60]
  if (hours === 0) return formatCount(rest, 'minute')
  return rest === 0
    ? formatCount(hours, 'hour')
    : `${formatCount(hours, 'hour')} ${formatCount(rest, 'minute')}`
}
