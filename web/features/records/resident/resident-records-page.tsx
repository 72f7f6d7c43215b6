import '#ui/pdf/pdf-files.css'
import './resident-records.css'
import { useQuery } from '@tanstack/react-query'
import { AdBanner } from '#features/ads/ad-banner.tsx'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { toFiles, toText } from '#lib/record-values.ts'
import { formatDate } from '#lib/time.ts'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { PagerAtPageEnd } from '#ui/lists/pager.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useOpenId } from '#ui/panels/open-id.ts'
import { PdfFiles } from '#ui/pdf/pdf-files.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DateTile } from '#ui/values/date-tile.tsx'
import { isLongText, isShortText } from '@tahanan/contract/records/define-record-kind.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import { recordQuery, recordsQuery, type ShownRecord } from './calls.ts'

interface ResidentRecordsPageProps {
  kind: RecordKind
  residents: NonNullable<RecordKind['residents']>
}

/**
 * Residents' page for one kind of record, such as amenities, generated from its declaration (rules 15.14).
 */
export function ResidentRecordsPage({ kind, residents }: ResidentRecordsPageProps) {
  const { openId, setOpenId } = useOpenId('id')
  useLiveRefetch(kind.path.many, [kind.path.many], [kind.path.one])
  return (
    <>
      <PageHead title={residents.title} description={residents.introduction} />
      <div className="beside">
        <RecordList kind={kind} residents={residents} />
        <AdBanner />
      </div>
      {openId !== undefined && <RecordSheet kind={kind} id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

function RecordList({ kind, residents }: ResidentRecordsPageProps) {
  const { filter, openPage } = useListParams({ isForResident: true })
  const { page, limit } = filter
  const query = useQuery(recordsQuery(kind, { page, limit }))
  const { data } = query
  const { many } = kind.noun
  if (!data) return <QueryState query={query} title={`We could not load the ${many}`} />
  if (data.total === 0) return <EmptyState title={`No ${many} yet`}>{residents.purpose}</EmptyState>
  return (
    <section aria-label={kind.menu}>
      <ul className="record-list">
        {data.data.map((record) => (
          <li key={record.id}>
            <DateTile date={getDate(kind, record)} />
            <RecordBody kind={kind} record={record} />
          </li>
        ))}
      </ul>
      <PagerAtPageEnd page={page} limit={limit} total={data.total} onPage={openPage} />
    </section>
  )
}

const getDate = ({ sortDateField = 'created_at' }: RecordKind, record: ShownRecord) =>
  toText(record[sortDateField])

function RecordBody({ kind, record }: { kind: RecordKind; record: ShownRecord }) {
  const { fields, titleField, filesField, residents } = kind
  const keys = Object.keys(fields).filter((key) => key !== titleField && toText(record[key]) !== '')
  const shortFieldTexts = keys
    .filter((key) => isShortText(fields[key]))
    .map((key) => [residents?.labels?.[key], toText(record[key])].filter(Boolean).join(' '))
  const files = fields[filesField]
  return (
    <div className="record-body">
      <h2>{toText(record[titleField])}</h2>
      <p className="minor">{[...shortFieldTexts, formatDate(getDate(kind, record))].join(' · ')}</p>
      {keys
        .filter((key) => isLongText(fields[key]))
        .map((key) => (
          <p key={key} className="words">
            {toText(record[key])}
          </p>
        ))}
      {files?.kind === 'files' && files.accept === 'image' ? (
        <FileThumbnailList files={toDisplayFiles(record[filesField])} />
      ) : (
        <PdfFiles files={toFiles(record[filesField])} />
      )}
    </div>
  )
}

function RecordSheet({ kind, id, onClose }: { kind: RecordKind; id: number; onClose: () => void }) {
  const query = useQuery(recordQuery(kind, id))
  const sheetProps = { title: kind.title, onClose }
  if (!query.data) return <LoadingSheet {...sheetProps} query={query} subject={`this ${kind.noun.one}`} />
  return (
    <Sheet {...sheetProps}>
      <article>
        <RecordBody kind={kind} record={query.data} />
      </article>
    </Sheet>
  )
}
