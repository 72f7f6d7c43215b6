import type { CsvCell } from '@tahanan/contract/csv.ts'
import {
  getForeignZoneName,
  formatCsvDate,
  formatPickerTime,
  parseTime,
  toWallClock,
} from '@tahanan/contract/time.ts'

/**
 * Times in the community's time zone, whatever the browser's zone is (rules 14.3). An *instant* is ISO 8601
 * as the server sends it. A *wall time* is the community's local time, `YYYY-MM-DD HH:mm:ss`, without a zone.
 */

let communityTimeZone = 'Asia/Manila'

export function setCommunityTimeZone(timeZone: string): void {
  try {
    toWallClock(new Date(), timeZone)
    communityTimeZone = timeZone
  } catch {
    // An invalid time zone in the settings is ignored, so that the pages still work.
  }
}

export function getCommunityTimeZone(): string {
  return communityTimeZone
}

/**
 * Returns the name of the community's zone, such as `Manila`, if the browser's clock shows another time.
 * Otherwise returns undefined.
 */
export const getForeignZone = (): string | undefined => getForeignZoneName(communityTimeZone)

export const NO_DATE = 'N/A'

type Instant = string | null | undefined

function toDate(instant: Instant): Date | undefined {
  return parseTime(instant ?? '', communityTimeZone) ?? undefined
}

export function toCommunityTime(instant: Instant): string | undefined {
  const date = toDate(instant)
  return date && formatPickerTime(date, communityTimeZone)
}

/** Formats a day for CSV as DD/MM/YYYY. Empty for an invalid instant (rules 13.13). */
export function formatCsvDay(value: unknown): CsvCell {
  const date = typeof value === 'string' ? toDate(value) : undefined
  return date && { plain: formatCsvDate(date, communityTimeZone) }
}

/**
 * Formats a time for CSV as `2026-03-14 09:00`, because every spreadsheet program parses this format in the
 * same way (rules 13.13).
 */
export function formatCsvTime(value: unknown): CsvCell {
  const date = typeof value === 'string' ? toDate(value) : undefined
  return date && { plain: formatPickerTime(date, communityTimeZone).slice(0, 'YYYY-MM-DD HH:mm'.length) }
}

export function getCommunityTimeNow(now = Date.now()): string {
  return formatPickerTime(new Date(now), communityTimeZone)
}

/** Returns the community's day. `now`: milliseconds since 1970, by default of the browser's clock. */
export const getToday = (now = Date.now()): string => getCommunityTimeNow(now).slice(0, 10)

export function toInstant(wallTime: string): string | undefined {
  return parseTime(wallTime.trim(), communityTimeZone)?.toISOString()
}

function formatInstant(instant: Instant, options: Intl.DateTimeFormatOptions): string {
  const date = toDate(instant)
  if (!date) return NO_DATE
  return new Intl.DateTimeFormat('en-GB', { timeZone: communityTimeZone, ...options })
    .format(date)
    .replace(/Sept\b/, 'Sep')
}

export function formatTime(instant: Instant): string {
  const date = toDate(instant)
  if (!date) return NO_DATE
  return new Intl.DateTimeFormat('en-US', { timeZone: communityTimeZone, hour: 'numeric', minute: '2-digit' })
    .format(date)
    .replace('\u202F', ' ')
}

export function formatDate(instant: Instant): string {
  return formatInstant(instant, { day: 'numeric', month: 'short', year: 'numeric' })
}

export function formatDay(instant: Instant, now = Date.now()): string {
  return toCommunityTime(instant)?.slice(0, 10) === getToday(now) ? 'Today' : formatDate(instant)
}

export function formatDateTime(instant: Instant, now = Date.now()): string {
  return toDate(instant) ? `${formatDay(instant, now)}, ${formatTime(instant)}` : NO_DATE
}

export function formatDateWithTime(instant: Instant): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

/**
 * Formats a period: `14 Mar 2026, 9:00 AM to 11:00 AM`, or only its days if `days` is true. If both ends are
 * on the same day, the day is written once.
 */
export function formatPeriod(from: Instant, to: Instant, { days = false, now = Date.now() } = {}): string {
  const isOneDay = toCommunityTime(from)?.slice(0, 10) === toCommunityTime(to)?.slice(0, 10)
  const formatBound = days ? formatDay : formatDateTime
  if (!isOneDay) return `${formatBound(from, now)} to ${formatBound(to, now)}`
  return days ? formatBound(from, now) : `${formatBound(from, now)} to ${formatTime(to)}`
}

export const formatShortDay = (instant: Instant): string =>
  formatInstant(instant, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')

export function formatLongDay(instant: Instant): string {
  return formatInstant(instant, { day: 'numeric', month: 'long', year: 'numeric' })
}

export function formatLongDate(instant: Instant): string {
  const date = formatLongDay(instant)
  return date === NO_DATE ? date : `${formatInstant(instant, { weekday: 'long' })}, ${date}`
}

export function getGreeting(hour: number = Number(getCommunityTimeNow().slice(11, 13))): string {
  if (hour < 11) return 'Magandang umaga'
  if (hour < 13) return 'Magandang tanghali'
  return hour < 18 ? 'Magandang hapon' : 'Magandang gabi'
}
