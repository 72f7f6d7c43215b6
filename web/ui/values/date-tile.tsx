import './date-tile.css'
import { NO_DATE, formatDate, toWallTime } from '#lib/time.ts'

/**
 * Day of an instant (ISO 8601) in the form of a calendar page: `10 Mar`. Screen readers also get the year.
 */
export function DateTile({ date }: { date: string | null }) {
  const shown = formatDate(date)
  const [day = '', month = ''] = shown === NO_DATE ? ['–'] : shown.split(' ')
  return (
    <time className="leaf num" dateTime={toWallTime(date)?.slice(0, 10)}>
      <span className="visually-hidden">{shown}</span>
      <b aria-hidden>{day.padStart(2, '0')}</b>
      <span aria-hidden>{month}</span>
    </time>
  )
}
