import { formatCsvDate, formatPicker, parseTime, wallClock } from '@tahanan/contract/time.ts'

/**
 * Times in the community's time zone, whatever the browser's (rules 14.3). An *instant* is ISO 8601 as the server
 * sends it; a *wall time* is what a clock in the community shows, `YYYY-MM-DD HH:mm:ss`, with no zone.
 */

let zone = 'Asia/Manila'

/** Called once, when the public settings arrive. An unknown zone is ignored. */
export function setCommunityTimeZone(timeZone: string): void {
  try {
    wallClock(new Date(), timeZone)
    zone = timeZone
  } catch {
    // an office's typing error must not take the pages down
  }
}

export function communityTimeZone(): string {
  return zone
}

/** Shown in place of a time that is missing or invalid (rules 13.6). */
export const NO_DATE = 'N/A'

type Instant = string | null | undefined

function dateOf(instant: Instant): Date | undefined {
  return parseTime(instant ?? '', zone) ?? undefined
}

/** The wall time of an instant, `YYYY-MM-DD HH:mm:ss`; undefined for an invalid one. */
export function wallOf(instant: Instant): string | undefined {
  const date = dateOf(instant)
  return date && formatPicker(date, zone)
}

/** An instant as a CSV file has it, DD/MM/YYYY; empty for what is none (rules 13.13). */
export function csvDay(value: unknown): string {
  const date = typeof value === 'string' ? dateOf(value) : undefined
  return date ? formatCsvDate(date, zone) : ''
}

/** The wall time of now. */
export function wallNow(): string {
  return formatPicker(new Date(), zone)
}

/** Today in the community, as YYYY-MM-DD. */
export const today = (): string => wallNow().slice(0, 10)

/** The instant (ISO 8601, UTC) of a wall time, its seconds or whole time optional; undefined when it is none. */
export function instantOf(wall: string): string | undefined {
  return parseTime(wall.trim(), zone)?.toISOString()
}

function formatted(instant: Instant, options: Intl.DateTimeFormatOptions): string {
  const date = dateOf(instant)
  if (!date) return NO_DATE
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
    .format(date)
    .replace(/Sept\b/, 'Sep')
}

/** `9:00 AM` */
export function showTime(instant: Instant): string {
  const date = dateOf(instant)
  if (!date) return NO_DATE
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    .format(date)
    .replace('\u202F', ' ')
}

/** `14 Mar 2026` */
export function showDate(instant: Instant): string {
  return formatted(instant, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** `14 Mar 2026`, or `Today`. */
export function showDay(instant: Instant): string {
  return wallOf(instant)?.slice(0, 10) === today() ? 'Today' : showDate(instant)
}

/** `14 Mar 2026, 9:00 AM`, or `Today, 9:00 AM`. */
export function showDateTime(instant: Instant): string {
  return dateOf(instant) ? `${showDay(instant)}, ${showTime(instant)}` : NO_DATE
}

/** `14 Mar 2026, 9:00 AM to 11:00 AM`, without the time of day of `days`; what lies on one day names it once. */
export function showPeriod(from: Instant, to: Instant, { days = false } = {}): string {
  const isOneDay = wallOf(from)?.slice(0, 10) === wallOf(to)?.slice(0, 10)
  const show = days ? showDay : showDateTime
  if (!isOneDay) return `${show(from)} to ${show(to)}`
  return days ? show(from) : `${show(from)} to ${showTime(to)}`
}

/** `20 March 2026` */
export function showLongDay(instant: Instant): string {
  return formatted(instant, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** `Thursday, 12 March 2026` */
export function showLongDate(instant: Instant): string {
  const date = showLongDay(instant)
  return date === NO_DATE ? date : `${formatted(instant, { weekday: 'long' })}, ${date}`
}

/** The Filipino greeting of the hour: umaga until 11, tanghali until 13, hapon until 18, gabi. */
export function greeting(hour: number = Number(wallNow().slice(11, 13))): string {
  if (hour < 11) return 'Magandang umaga'
  if (hour < 13) return 'Magandang tanghali'
  return hour < 18 ? 'Magandang hapon' : 'Magandang gabi'
}
