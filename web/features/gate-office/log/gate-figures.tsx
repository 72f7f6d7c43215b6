import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { ChartCard } from '#features/dashboard/chart-card.tsx'
import { today } from '#lib/time.ts'
import { Facts } from '#ui/values/facts.tsx'
import { formatLongDay } from '@tahanan/contract/time.ts'
import { gateFiguresQuery } from '../calls.ts'

const PeopleChart = lazy(() =>
  import('#features/dashboard/charts.tsx').then((m) => ({ default: m.PeopleChart })),
)

/** Days of the figures without a filter. */
const DAYS = 30
const daysAgo = (days: number): string =>
  new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10)

interface GateFiguresProps {
  from: string | undefined
  to: string | undefined
}

/** People a day, median stay and overstays of the filtered days; without them of the last 30. */
export function GateFigures({ from, to }: GateFiguresProps) {
  const isFiltered = from !== undefined || to !== undefined
  const query = useQuery(gateFiguresQuery(isFiltered ? (from ?? '') : daysAgo(DAYS - 1), to ?? ''))
  const { data } = query
  const people = data?.days.reduce((sum, day) => sum + day.people, 0)
  return (
    <details className="gate-figures">
      <summary>{isFiltered ? 'Figures of these days' : `Figures of the last ${DAYS} days`}</summary>
      <div>
        <Facts
          facts={[
            ['People', people?.toLocaleString('en')],
            ['Median stay', data && stayWords(data.medianStayMinutes)],
            ['Overstays', data?.overstays.toLocaleString('en')],
          ]}
        />
        <ChartCard
          className="people"
          title="People a day"
          empty="Nobody came in on these days."
          query={query}
          isEmpty={({ days }) => days.every(({ people: came }) => came === 0)}
          tableOf={({ days }) => ({
            columns: ['Day', 'People'],
            rows: days.map((day) => [formatLongDay(day.day), day.people.toLocaleString('en')]),
          })}
          Picture={Chart}
          csvFile="GatePeople.csv"
        />
      </div>
    </details>
  )
}

const Chart = ({ data }: { data: { days: { day: string; people: number }[] } }) => (
  <PeopleChart data={data.days} />
)

/** Formats minutes as '25 min' or '3 h 5 min'; a dash without any. */
function stayWords(minutes: number | null): string {
  if (minutes === null) return '–'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}
