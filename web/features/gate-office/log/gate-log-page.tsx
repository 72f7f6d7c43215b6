import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOfficeList } from '#features/office-lists/use-office-list.tsx'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { OFFICE_LISTS, type OfficeList } from '@tahanan/contract/lists/office-lists.ts'
import { GATE_LOG, gateLogQuery, gatesQuery } from '../calls.ts'
import { entryCard, COLUMNS, GATE_LOG_CSV } from './entry-columns.tsx'
import { GateFigures } from './gate-figures.tsx'
import '../gate-office.css'

function useLogList(): OfficeList | undefined {
  const { data } = useQuery(gatesQuery)
  return useMemo(() => {
    const list = OFFICE_LISTS['gate-log']
    const options = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
    return list && { ...list, choices: [...list.choices, { key: 'gateId', label: 'Gate', options }] }
  }, [data])
}

/** Log of the people who came in and went out, with filters and figures (rules 24.35). */
export default function GateLogPage() {
  const list = useListParams({ office: useLogList() })
  const query = useQuery(gateLogQuery(list.filter))
  const parts = useOfficeList({ page: 'gate-log', list, rows: undefined })
  useLiveRefetch(channels.gate, [GATE_LOG])
  const csv = useCsvDownload({ path: '/gateLogIds', ...GATE_LOG_CSV })
  const { from, to } = list.filter
  return (
    <ListPage
      {...parts}
      title="Gate log"
      searchHint="Search name or ticket number"
      list={list}
      query={query}
      things="entries"
      purpose="Who comes in and goes out appears here once guards scan passes. Add a gate and a device first."
      csv={csv}
      columns={COLUMNS}
      card={entryCard}
      nameOf={({ name, number, at }) => `${name || number || 'Entry'}, ${at}`}
      filters={
        <>
          <GateFigures from={from} to={to} />
          {parts.filters}
        </>
      }
    />
  )
}
