import { useQuery } from '@tanstack/react-query'
import { formatUnit } from '#lib/record-values.ts'
import { formatDateWithTime, formatPeriod } from '#lib/time.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'
import { waitingEntriesQuery } from '../calls.ts'
import './waiting-page.css'

/** Waiting list of all amenities, for the office (rules 25.13). */
export default function WaitingPage() {
  const query = useQuery(waitingEntriesQuery)
  const { data } = query
  return (
    <>
      <PageHead title="Waiting list" />
      <QueryState query={query} title="We could not load the waiting list">
        {!data && <RecordSkeleton count={4} />}
      </QueryState>
      {data?.length === 0 && (
        <EmptyState title="Nobody waits">
          Residents wait for taken times of amenities whose booking rules have a time to accept.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className="panel waiting-list" aria-label="Waiting list">
          {data.map((entry) => (
            <WaitingEntryItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </>
  )
}

function WaitingEntryItem({
  entry: { amenity, startTime, endTime, state, offeredUntil, place, tenant },
}: {
  entry: WaitingEntry
}) {
  return (
    <li>
      <span>
        <b>{amenity.title}</b>
        <span className="num">{formatPeriod(startTime, endTime)}</span>
      </span>
      <span>
        {tenant?.uoccname}
        <span className="minor">{tenant && formatUnit(tenant)}</span>
      </span>
      <span className="num">
        {state === 'offered' && offeredUntil !== null
          ? `Held until ${formatDateWithTime(offeredUntil)}`
          : `Number ${place} in line`}
      </span>
    </li>
  )
}
