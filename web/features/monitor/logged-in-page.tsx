import '../../ui/list-pages/styles.ts'
import '../../ui/list-pages/record-list.css'
import { channels } from '@tahanan/contract/channels.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useChannel } from '../../lib/live/live.ts'
import { SearchBox } from '../../ui/list-pages/list-tools.tsx'
import { useListParams } from '../../ui/list-pages/list-params.ts'
import { PageHead } from '../../ui/page-head.tsx'
import type { CardWords, RecordColumn } from '../../ui/lists/record-table.tsx'
import { RecordList } from '../../ui/list-pages/record-list.tsx'
import { type LoggedIn, monitorQuery, withSeen } from './calls.ts'
import { LastActive } from '../../ui/last-active.tsx'

const COLUMNS: readonly RecordColumn<LoggedIn>[] = [
  { label: 'Last Active', look: 'c-num', show: (row) => <LastActive {...row} /> },
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', look: 'wide', show: ({ uoccname }) => uoccname },
  { label: 'Email', look: 'wide', show: ({ email }) => email || <span className="subtle">None</span> },
]

const cardOf = (row: LoggedIn): CardWords => ({
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

/** Who is using the portal now, and when the others last did; follows along by itself (rules 3.13). */
export default function LoggedInPage() {
  const client = useQueryClient()
  const { filter: asked, change, turn } = useListParams()
  const { page, limit, searchTerm } = asked
  const filter = { page, limit, searchTerm }
  const query = useQuery(monitorQuery(filter))
  const { queryKey } = monitorQuery(filter)
  useChannel<{ tenantId: number; online: boolean; lastSeen: string }>(channels.loggedIn, (seen) => {
    const known = client.getQueryData(queryKey)?.data.some(({ id }) => id === seen.tenantId)
    // rows change where they stand; somebody new comes with the next page that is asked for
    if (known) client.setQueryData(queryKey, (list) => list && withSeen(list, seen))
    else void client.invalidateQueries({ queryKey: ['logged-in-monitor'] })
  })
  const online = query.data?.data.filter((row) => row.online).length ?? 0
  return (
    <div className="office">
      <PageHead title="Logged In Monitor" />
      <div className="office-tools">
        <SearchBox
          hint="Search client code, name or email"
          value={searchTerm}
          onSearch={(next) => change({ searchTerm: next })}
        />
        <span className="sp" />
        {query.data && (
          <p className="muted num onlinecount" role="status">
            {online === 0 ? 'Nobody on this page is online' : `${online} of this page online now`}
          </p>
        )}
      </div>
      <RecordList
        query={query}
        caption="Logged In Monitor"
        things="residents"
        filter={filter}
        purpose="Residents who have logged in appear here."
        columns={COLUMNS}
        nameOf={({ uoccname }) => uoccname}
        card={cardOf}
        onPage={turn}
        onClearSearch={() => change({ searchTerm: '' })}
      />
    </div>
  )
}
