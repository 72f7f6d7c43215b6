import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { createNewestVersionCheck } from '#lib/live/live-list.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { formatCsvDay } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { LastActive } from '#ui/values/last-active.tsx'
import { TENANT_HINTS } from '@tahanan/contract/billing/tenant.ts'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'
import { monitorQuery, applyPresence } from './calls.ts'

const COLUMNS: readonly TableColumn<MonitoredTenant>[] = [
  { label: 'Last Active', look: 'c-num', renderCell: (row) => <LastActive {...row} /> },
  { label: 'Client Code', look: 'c-num', renderCell: ({ clientCode }) => clientCode },
  { label: 'Uoccname', tip: TENANT_HINTS.uoccname, look: 'wide', renderCell: ({ uoccname }) => uoccname },
  { label: 'Email', look: 'wide', renderCell: ({ email }) => email || <span className="subtle">None</span> },
]

const SORT_KEYS: readonly SortKey[] = [{ key: 'lastSeen', label: 'Last Active', kind: 'date' }]

/** Returns the CSV file of the monitor. Its column names are prescribed by rules 13.13. */
const formatMonitorCsv = (rows: readonly MonitoredTenant[]): string =>
  formatRowsCsv(rows, {
    lastActive: ({ lastSeen }) => formatCsvDay(lastSeen),
    online: ({ online }) => (online ? 'Yes' : 'No'),
    clientCode: ({ clientCode }) => clientCode,
    uoccname: ({ uoccname }) => uoccname,
    email: ({ email }) => email,
  })

const toCard = (row: MonitoredTenant): CardContent => ({
  heading: row.uoccname,
  words: (
    <>
      <p className="num">{row.clientCode}</p>
      {row.email && <p>{row.email}</p>}
      <p>
        <LastActive {...row} />
      </p>
    </>
  ),
})

/** Live list of the accounts that are online now, and of the last activity of the others (rules 3.13). */
export default function LoggedInPage() {
  const list = useListParams({ keys: SORT_KEYS, newest: 'lastSeen' })
  const csv = useCsvDownload({
    path: '/logged-in-monitorIds',
    file: 'Logged In Monitor.csv',
    toCsv: formatMonitorCsv,
  })
  const query = useQuery(monitorQuery(list.filter))
  const { queryKey } = monitorQuery(list.filter)
  const [isNewest] = useState(createNewestVersionCheck)
  useLiveEvent<{ tenantId: number; online: boolean; lastSeen: string; at: string }>(
    liveChannels.loggedIn,
    (presence) => {
      if (!isNewest({ id: presence.tenantId, updated_at: presence.at })) return
      const isInList = queryClient.getQueryData(queryKey)?.data.some(({ id }) => id === presence.tenantId)
      if (isInList)
        queryClient.setQueryData(queryKey, (cachedList) => cachedList && applyPresence(cachedList, presence))
      else void queryClient.invalidateQueries({ queryKey: ['logged-in-monitor'] })
    },
  )
  const onlineCount = query.data?.data.filter((row) => row.online).length ?? 0
  return (
    <ListPage
      title="Logged In Monitor"
      searchHint="Search client code, name or email"
      list={list}
      query={query}
      pluralNoun="residents"
      purpose="Residents who have logged in appear here."
      columns={COLUMNS}
      card={toCard}
      getName={({ uoccname }) => uoccname}
      csv={csv}
      tools={
        <p className="muted num onlinecount" role="status">
          {!query.data
            ? '\u00A0'
            : onlineCount === 0
              ? 'Nobody on this page is online'
              : `${onlineCount} of this page online now`}
        </p>
      }
    />
  )
}
