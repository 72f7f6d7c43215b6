import { channels } from '@tahanan/contract/channels.ts'
import { CARD_CUTS } from '@tahanan/contract/content/forms.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { memorandumsQuery } from './calls.ts'
import { cut } from '../../../lib/cut.ts'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DateTile } from '../../../ui/date-tile.tsx'
import { Bar } from '../../../ui/lists/skeletons.tsx'

const { memorandums, memorandumTitle, memorandumDescription } = CARD_CUTS

/** The latest three circulars (rules 15.11). */
export function LatestMemorandums() {
  const { data, error, refetch, isFetching } = useQuery(memorandumsQuery({ page: 1, limit: memorandums }))
  useLiveRefetch(channels.memorandums, ['memorandums'])
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
      {!data && !error && <Waiting />}
      {!data && error && (
        <p className="none" role="alert">
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
              <h3>{cut(title, memorandumTitle)}</h3>
              <p>{cut(description, memorandumDescription)}</p>
              <ChevronRight />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting() {
  return (
    <div className="form-wait" role="status" aria-label="Loading the memorandums">
      {[180, 150, 200].map((width) => (
        <div key={width}>
          <Bar width={width} />
          <Bar width={width + 40} />
        </div>
      ))}
    </div>
  )
}
