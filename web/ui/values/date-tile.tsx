import './date-tile.css'
import { NO_DATE, formatDate, toCommunityTime } from '#lib/time.ts'

/** Shows `10 Mar` as a calendar page. Screen readers also get the year. */
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
