import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api.ts'
import { showDateTime } from '../../../lib/time.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../ui/lists/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { showBytes } from '../../../lib/bytes.ts'
import { importQuery, pdfNamesQuery } from './calls.ts'
import { counted } from '../../../lib/counted.ts'
import { ImportFigures } from './import-figures.tsx'
import { ImportRows } from './import-rows.tsx'
import { NameList } from './name-list.tsx'

interface ImportDetailProps {
  uniqId: string
  onClose: () => void
}

/** One import of the record: its author, time, files, totals and rows. */
export function ImportDetail({ uniqId, onClose }: ImportDetailProps) {
  const { data, error, refetch, isFetching } = useQuery(importQuery(uniqId))
  const missing = useQuery({ ...pdfNamesQuery(uniqId, 'missing'), enabled: (data?.missingPdfs ?? 0) > 0 })
  const extra = useQuery({ ...pdfNamesQuery(uniqId, 'extra'), enabled: (data?.extraPdfs ?? 0) > 0 })
  const gone = error instanceof ApiError && error.status === 404
  return (
    <Sheet place="box" width={1000} title="Import of statements" onClose={onClose}>
      {!data && !error && <RecordSkeleton />}
      {!data && error && (
        <ErrorState
          error={error}
          title={gone ? error.message : 'We could not load this import'}
          onRetry={gone ? undefined : () => void refetch()}
          busy={isFetching}
        />
      )}
      {data && (
        <div className="importdetail">
          <dl className="facts">
            <div>
              <dt>By</dt>
              <dd>{data.admin.name}</dd>
            </div>
            <div>
              <dt>{data.done_at === null ? 'Begun' : 'Saved'}</dt>
              <dd>{showDateTime(data.done_at ?? data.created_at)}</dd>
            </div>
            <div>
              <dt>SOA file</dt>
              <dd>{data.soaFileName || 'None'}</dd>
            </div>
            <div>
              <dt>Web client file</dt>
              <dd>{data.webClientFileName || 'None'}</dd>
            </div>
            <div>
              <dt>PDFs</dt>
              <dd className="num">
                {data.files.uploaded.toLocaleString('en')}
                {data.files.uploaded > 0 && `, ${showBytes(data.files.bytes)}`}
              </dd>
            </div>
            <div>
              <dt>Rows saved</dt>
              <dd className="num">
                {data.saved.toLocaleString('en')} of {data.total.toLocaleString('en')}
              </dd>
            </div>
          </dl>
          {data.problem && <p className="alert">{data.problem}</p>}
          <ImportFigures of={data} />
          {missing.data && missing.data.length > 0 && (
            <NameList
              title={counted(data.missingPdfs, 'row without a PDF', 'rows without a PDF')}
              names={missing.data}
            />
          )}
          {extra.data && extra.data.length > 0 && (
            <NameList
              title={counted(data.extraPdfs, 'PDF without a row', 'PDFs without a row')}
              names={extra.data}
            />
          )}
          <ImportRows uniqId={uniqId} refused={data.refused} />
        </div>
      )}
    </Sheet>
  )
}
