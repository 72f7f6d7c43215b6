import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { ChartCard } from '#features/dashboard/chart-card.tsx'
import { useOfficeList } from '#features/office-lists/use-office-list.tsx'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { getToday } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { Facts } from '#ui/values/facts.tsx'
import { OFFICE_LISTS, type OfficeList } from '@tahanan/contract/lists/office-lists.ts'
import '../gate-office.css'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'
import { GATE_LOG_KEY, gateFiguresQuery, gateLogQuery, gatesQuery } from '../calls.ts'
import { GATE_LOG_COLUMNS, GATE_LOG_CSV, toEntryCard } from './entry-columns.tsx'

function useLogList(): OfficeList | undefined {
  const { data } = useQuery(gatesQuery)
  return useMemo(() => {
    const list = OFFICE_LISTS['gate-log']
    const options = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
    return list && { ...list, choices: [...list.choices, { key: 'gateId', label: 'Gate', options }] }
  }, [data])
}

/** Log of all entries and exits at the gate, with filters and totals (rules 24.35). */
export default function GateLogPage() {
  const list = useListParams({ office: useLogList() })
  const query = useQuery(gateLogQuery(list.filter))
  const listParts = useOfficeList({ page: 'gate-log', list, rows: undefined })
  useLiveRefetch(liveChannels.gate, [GATE_LOG_KEY])
  const csv = useCsvDownload({ path: '/gateLogIds', ...GATE_LOG_CSV })
  const { from, to } = list.filter
  return (
    <ListPage
      {...listParts}
      title="Gate log"
      searchHint="Search name or ticket number"
      list={list}
      query={query}
      pluralNoun="entries"
      purpose="Who comes in and goes out appears here once guards scan passes. Add a gate and a device first."
      csv={csv}
      columns={GATE_LOG_COLUMNS}
      card={toEntryCard}
      getName={({ name, number, at }) => `${name || number || 'Entry'}, ${at}`}
      filters={
        <>
          <GateFigures from={from} to={to} />
          {listParts.filters}
        </>
      }
    />
  )
}

const PeopleChart = lazy(() =>
  import('#features/dashboard/charts.tsx').then((m) => ({ default: m.PeopleChart })),
)

const DEFAULT_DAYS = 30
const getDaysAgo = (days: number): string =>
  new Date(Date.parse(getToday()) - days * 86_400_000).toISOString().slice(0, 10)

interface GateFiguresProps {
  from: string | undefined
  to: string | undefined
}

function GateFigures({ from, to }: GateFiguresProps) {
  const isFiltered = from !== undefined || to !== undefined
  const query = useQuery(gateFiguresQuery(isFiltered ? (from ?? '') : getDaysAgo(DEFAULT_DAYS - 1), to ?? ''))
  const { data } = query
  const peopleCount = data?.days.reduce((sum, day) => sum + day.people, 0)
  return (
    <details className="gate-figures">
      <summary>{isFiltered ? 'Figures of these days' : `Figures of the last ${DEFAULT_DAYS} days`}</summary>
      <div>
        <Facts
          facts={[
            ['People', peopleCount?.toLocaleString('en')],
            ['Median stay', data && formatStay(data.medianStayMinutes)],
            ['Overstays', data?.overstays.toLocaleString('en')],
          ]}
        />
        <ChartCard
          className="people"
          title="People a day"
          empty="Nobody came in on these days."
          query={query}
          isEmpty={({ days }) => days.every(({ people: count }) => count === 0)}
          toTable={({ days }) => ({
            columns: ['Day', 'People'],
            rows: days.map((day) => [formatLongDay(day.day), day.people.toLocaleString('en')]),
          })}
          Picture={PeoplePerDayChart}
          csvFile="GatePeople.csv"
        />
      </div>
    </details>
  )
}

const PeoplePerDayChart = ({ data }: { data: { days: { day: string; people: number }[] } }) => (
  <PeopleChart data={data.days} />
)

function formatStay(minutes: number | null): string {
  if (minutes === null) return '–'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}
