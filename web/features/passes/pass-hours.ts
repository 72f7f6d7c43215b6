import { formatDay, formatLongDay, formatPicker } from '@tahanan/contract/time.ts'

interface Hours {
  readonly from: string
  readonly to: string
  readonly dayFrom: string | null
  readonly dayTo: string | null
}

/** Returns the days and hours of a pass in words: `Friday, 27 November 2026` and `12:00 PM to midnight`. */
export function passHours(
  { from, to, dayFrom, dayTo }: Hours,
  timeZone: string,
): { days: string; hours: string } {
  const [first, last] = [from, to].map((time) => formatDay(new Date(time), timeZone)) as [string, string]
  const days = first === last ? longDate(first) : `${formatLongDay(first)} to ${formatLongDay(last)}`
  if (dayFrom !== null && dayTo !== null)
    return { days, hours: `${clock(dayFrom)} to ${clock(dayTo)}${first === last ? '' : ' each day'}` }
  const [starts, ends] = [from, to].map((time) => formatPicker(new Date(time), timeZone).slice(11, 16))
  if (starts === '00:00' && ends === '23:59') return { days, hours: 'All day' }
  return { days, hours: `${clock(starts ?? '')} to ${ends === '23:59' ? 'midnight' : clock(ends ?? '')}` }
}

const longDate = (day: string): string => {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday.format(new Date(day))}, ${formatLongDay(day)}`
}

/** Formats `14:30` as `2:30 PM`. */
function clock(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
