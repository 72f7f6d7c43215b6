import './date-tile.css'
import { NO_DATE, formatDate, toCommunityTime } from '#lib/time.ts'

/**
 * Day of an instant (ISO 8601) in the form of a calendar page: `10 Mar`. Screen readers also get the year.
 */
export function DateTile({ date }: { date: string | null }) {
  const formattedDate = formatDate(date)
  const [day = '', month = ''] = formattedDate === NO_DATE ? ['–'] : formattedDate.split(' ')
  return (
    <time className="leaf num" dateTime={toCommunityTime(date)?.slice(0, 10)}>
      <span className="visually-hidden">{formattedDate}</span>
      <b aria-hidden>{day.padStart(2, '0')}</b>
      <span aria-hidden>{month}</span>
    </time>
  )
}
