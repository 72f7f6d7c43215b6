import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { createNewestStates } from '#lib/live/live-list.ts'
import { useChannel } from '#lib/live/live.ts'
import { formatCsvDay } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { LastActive } from '#ui/values/last-active.tsx'
import { TENANT_HINTS } from '@tahanan/contract/billing/tenant.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { formatRecordsCsv } from '@tahanan/contract/csv.ts'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'
import { monitorQuery, applyPresence } from './calls.ts'

const COLUMNS: readonly RecordColumn<MonitoredTenant>[] = [
  { label: 'Last Active', look: 'c-num', show: (row) => <LastActive {...row} /> },
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', tip: TENANT_HINTS.uoccname, look: 'wide', show: ({ uoccname }) => uoccname },
  { label: 'Email', look: 'wide', show: ({ email }) => email || <span className="subtle">None</span> },
]

const SORT_KEYS: readonly SortKey[] = [{ key: 'lastSeen', label: 'Last Active', kind: 'date' }]

/** Returns the CSV file of the monitor. Its column names are prescribed by rules 13.13. */
const formatMonitorCsv = (rows: readonly MonitoredTenant[]): string =>
  formatRecordsCsv(rows, {
    lastActive: ({ lastSeen }) => formatCsvDay(lastSeen),
    online: ({ online }) => (online ? 'Yes' : 'No'),
    clientCode: ({ clientCode }) => clientCode,
    uoccname: ({ uoccname }) => uoccname,
    email: ({ email }) => email,
  })

const toCard = (row: MonitoredTenant): CardWords => ({
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
  const [isNews] = useState(createNewestStates)
  useChannel<{ tenantId: number; online: boolean; lastSeen: string; at: string }>(
    channels.loggedIn,
    (seen) => {
      if (!isNews({ id: seen.tenantId, updated_at: seen.at })) return
      const known = queryClient.getQueryData(queryKey)?.data.some(({ id }) => id === seen.tenantId)
      // A row that is in the list is updated directly. Otherwise the list is refetched.
      if (known) queryClient.setQueryData(queryKey, (shown) => shown && applyPresence(shown, seen))
      else void queryClient.invalidateQueries({ queryKey: ['logged-in-monitor'] })
    },
  )
  const online = query.data?.data.filter((row) => row.online).length ?? 0
  return (
    <ListPage
      title="Logged In Monitor"
      searchHint="Search client code, name or email"
      list={list}
      query={query}
      things="residents"
      purpose="Residents who have logged in appear here."
      columns={COLUMNS}
      card={toCard}
      getName={({ uoccname }) => uoccname}
      csv={csv}
      tools={
        <p className="muted num onlinecount" role="status">
          {!query.data
            ? '\u00A0'
            : online === 0
              ? 'Nobody on this page is online'
              : `${online} of this page online now`}
        </p>
      }
    />
  )
}
