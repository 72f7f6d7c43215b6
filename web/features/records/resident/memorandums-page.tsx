import '../../../ui/pdf/pdf.css'
import './memorandums.css'
import { channels } from '@tahanan/contract/channels.ts'
import type { Memorandum } from '@tahanan/contract/records/answers.ts'
import { useQuery } from '@tanstack/react-query'
import { memorandumQuery, memorandumsQuery } from './calls.ts'
import { PdfFiles } from '../../../ui/pdf/pdf-files.tsx'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { useOpenId } from '../../../lib/address/open-id.ts'
import { showDate } from '../../../lib/time.ts'
import { AdBanner } from '../../ads/ad-banner.tsx'
import { DateTile } from '../../../ui/date-tile.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { WaitingSheet } from '../../../ui/list-pages/waiting-sheet.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { EmptyState } from '../../../ui/states.tsx'

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
  const { filter, turn } = useListParams()
  const { page, limit } = filter
  const query = useQuery(memorandumsQuery({ page, limit }))
  const { data } = query
  if (!data) return <QueryState query={query} title="We could not load the memorandums" />
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
      {data.total > limit && (
        <Pager
          page={page}
          limit={limit}
          total={data.total}
          onPage={(next) => {
            turn(next)
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
  const query = useQuery(memorandumQuery(id))
  const sheet = { title: 'Memorandum', onClose }
  if (!query.data)
    return (
      <WaitingSheet {...sheet} query={query} thing="this memorandum" gone="It may have been taken down." />
    )
  return (
    <Sheet {...sheet}>
      <article>
        <MemorandumBody memorandum={query.data} />
      </article>
    </Sheet>
  )
}
