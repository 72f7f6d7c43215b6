import { formatLongDay, formatPickerTime } from '@tahanan/contract/time.ts'

interface Hours {
  readonly from: string
  readonly to: string
  readonly dayFrom: string | null
  readonly dayTo: string | null
}

/** A pass over two days counts as one night if it begins at or after EVENING or ends before NOON. */
const EVENING = '18:00'
const NOON = '12:00'

const DAY_MS = 86_400_000

/**
 * Returns texts such as `Friday, 27 November 2026` and `12:00 PM to midnight`. For a pass of one night,
 * `days` is a single day.
 */
export function formatPassHours(
  { from, to, dayFrom, dayTo }: Hours,
  timeZone: string,
): { days: string; hours: string } {
  const [[first, startTime], [last, endTime]] = [toDayAndTime(from, timeZone), toDayAndTime(to, timeZone)]
  const days = first === last ? formatLongDate(first) : `${formatLongDay(first)} to ${formatLongDay(last)}`
  if (dayFrom !== null && dayTo !== null)
    return {
      days,
      hours: `${formatClock(dayFrom)} to ${formatClock(dayTo)}${first === last ? '' : ' each day'}`,
    }
  if (startTime === '00:00' && endTime === '23:59') return { days, hours: 'All day' }
  const [startText, endText] = [
    formatClock(startTime),
    endTime === '23:59' ? 'midnight' : formatClock(endTime),
  ]
  if (Date.parse(last) - Date.parse(first) === DAY_MS) {
    if (endTime < NOON)
      return { days: formatLongDate(first), hours: `${startText} to ${endText} the next day` }
    if (startTime >= EVENING)
      return { days: formatLongDate(last), hours: `${startText} the evening before to ${endText}` }
  }
  return { days, hours: `${startText} to ${endText}` }
}

function toDayAndTime(instant: string, timeZone: string): [day: string, minute: string] {
  const wallTime = formatPickerTime(new Date(instant), timeZone)
  return [wallTime.slice(0, 10), wallTime.slice(11, 16)]
}

const formatLongDate = (day: string): string => {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday.format(new Date(day))}, ${formatLongDay(day)}`
}

function formatClock(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
