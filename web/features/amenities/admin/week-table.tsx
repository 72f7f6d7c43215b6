import './week-table.css'
import { formatShortDay } from '#lib/time.ts'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import { addDays } from '@tahanan/contract/time.ts'
import { getItemLines, toCalendarItems } from './calendar-items.ts'

/**
 * Shows the week as a table for printing, because a row of the calendar cannot continue on the next printed
 * page.
 */
export default function WeekTable({ data, monday }: { data: AmenityBookings; monday: string }) {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day))
  const items = toCalendarItems(data, 'week').toSorted((firstItem, secondItem) =>
    String(firstItem.start) < String(secondItem.start) ? -1 : 1,
  )
  return (
    <table className="week-table">
      <thead>
        <tr>
          <th>Amenity</th>
          {days.map((day) => (
            <th key={day}>{formatShortDay(day)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.amenities.map(({ id, title }) => (
          <tr key={id}>
            <th>{title}</th>
            {days.map((day) => (
              <td key={day}>
                {items
                  .filter(({ resourceId, start }) => resourceId === id && String(start).startsWith(day))
                  .map((item) => {
                    const { bold, lines } = getItemLines(item)
                    return (
                      <p key={item.id}>
                        <b>{bold}</b>
                        {lines.map((line) => (
                          <span key={line}>{line}</span>
                        ))}
                      </p>
                    )
                  })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
