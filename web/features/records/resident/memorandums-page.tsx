import '../../../ui/pdf/pdf.css'
import './memorandums.css'
import { channels } from '@tahanan/contract/channels.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type Memorandum, memorandumQuery, memorandumsQuery } from './calls.ts'
import { PdfFiles } from '../../../ui/pdf/pdf-files.tsx'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { useOpenId } from '../../../lib/address/open-id.ts'
import { showDate } from '../../../lib/time.ts'
import { AdBanner } from '../../ads/ad-banner.tsx'
import { DateTile } from '../../../ui/date-tile.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../ui/lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ApiError } from '../../../lib/api/api.ts'

/** Building circulars and memorandums (rules 15.14). */
export default function MemorandumsPage() {
  const { openId, show } = useOpenId('id')
  useLiveRefetch(channels.memorandums, ['memorandums'], ['memorandum'])
  return (
    <>
      <PageHead title="Memorandums" lead="Building circulars from the PMO." />
      <div className="beside">
        <MemorandumList />
        <AdBanner />
      </div>
      {openId !== undefined && <MemorandumSheet id={openId} onClose={() => show(undefined)} />}
    </>
  )
}

function MemorandumList() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const filter = { page, limit: LIMITS.pageSize }
  const { data, error, refetch, isFetching } = useQuery(memorandumsQuery(filter))
  if (!data) {
    if (!error) return <RecordSkeleton />
    return (
      <ErrorState
        error={error}
        title="We could not load the memorandums"
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.total === 0) {
    return <EmptyState title="No memorandums yet">Circulars of the PMO are listed here.</EmptyState>
  }
  return (
    <section aria-label="Memorandums">
      <ul className="memo-list">
        {data.data.map((memorandum) => (
          <li key={memorandum.id}>
            <DateTile date={memorandum.date} />
            <MemorandumBody memorandum={memorandum} />
          </li>
        ))}
      </ul>
      {data.total > filter.limit && (
        <Pager
          {...filter}
          total={data.total}
          onPage={(next) => {
            setParams({ page: String(next) })
            scrollTo(0, 0)
          }}
        />
      )}
    </section>
  )
}

interface MemorandumBodyProps {
  memorandum: Memorandum
}

function MemorandumBody({
  memorandum: { title, memoNumber, date, description, files },
}: MemorandumBodyProps) {
  return (
    <div className="memo">
      <h2>{title}</h2>
      <p className="meta">
        {[memoNumber && `Memo ${memoNumber}`, showDate(date)].filter(Boolean).join(' · ')}
      </p>
      <p className="words">{description}</p>
      <PdfFiles files={files} />
    </div>
  )
}

interface MemorandumSheetProps {
  id: number
  onClose: () => void
}

/** One memorandum over the list, for those who come from a notification, the search or the dashboard. */
function MemorandumSheet({ id, onClose }: MemorandumSheetProps) {
  const { data, error, refetch, isFetching } = useQuery(memorandumQuery(id))
  const gone = error instanceof ApiError && error.status === 404
  return (
    <Sheet title="Memorandum" onClose={onClose}>
      {!data && !error && <RecordSkeleton />}
      {!data && error && (
        <ErrorState
          error={error}
          title={gone ? error.message : 'We could not load this memorandum'}
          busy={isFetching}
          onRetry={gone ? undefined : () => void refetch()}
        >
          {gone ? 'It may have been taken down.' : undefined}
        </ErrorState>
      )}
      {data && (
        <article>
          <MemorandumBody memorandum={data} />
        </article>
      )}
    </Sheet>
  )
}
