import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { truncate } from '#lib/truncate.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import { DateTile } from '#ui/values/date-tile.tsx'
import type { Memorandum } from '@tahanan/contract/records/answers.ts'
import { memorandum } from '@tahanan/contract/records/kinds/memorandum.ts'
import { recordsQuery } from './calls.ts'
import './latest-memorandums.css'

/**
 * Number of memorandums shown, and the length in characters at which title and description are cut (rules
 * 15.11).
 */
const SHOWN_LIMITS = { memorandums: 3, title: 100, description: 160 } as const

export function LatestMemorandums() {
  const { data, error, refetch, isFetching } = useQuery(
    recordsQuery<Memorandum>(memorandum, { page: 1, limit: SHOWN_LIMITS.memorandums }),
  )
  useLiveRefetch(memorandum.path.many, ['memorandums'])
  return (
    <section className="titled" aria-labelledby="memorandums-title">
      <header>
        <h2 id="memorandums-title">Memorandums</h2>
        {data && data.total > 0 && (
          <Link to="/memorandums" aria-label="See all memorandums">
            See all
          </Link>
        )}
      </header>
      {!data && !error && <LoadingMemorandums />}
      {!data && error && (
        <p className="none acts" role="alert">
          We could not load the memorandums.
          <Button kind="quiet" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data?.total === 0 && <p className="none">There are none yet.</p>}
      <ul className="memos">
        {data?.data.map(({ id, title, description, date }) => (
          <li key={id}>
            <Link to={`/memorandums?id=${id}`}>
              <DateTile date={date} />
              <h3>{truncate(title, SHOWN_LIMITS.title)}</h3>
              <p className="clamp minor">{truncate(description, SHOWN_LIMITS.description)}</p>
              <ChevronRight />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LoadingMemorandums() {
  return (
    <div className="form-wait" role="status" aria-label="Loading the memorandums">
      {[180, 150, 200].map((width) => (
        <div key={width}>
          <SkeletonBar width={width} />
          <SkeletonBar width={width + 40} />
        </div>
      ))}
    </div>
  )
}
