import { useQuery } from '@tanstack/react-query'
import { FormSheet, type FormRecord } from '../../../ui/forms/form-sheet.tsx'
import { ApiError } from '../../../lib/api/api.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../ui/lists/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { recordQuery } from '../../../lib/api/records.ts'
import type { RecordKind } from './kind.ts'

/** Pixels (rules 13.19). */
const WIDTH = 1000

interface RecordModalProps<Row extends FormRecord> {
  kind: RecordKind<Row>
  /** None: a new one. */
  id?: number
  readOnly?: boolean
  onClose: () => void
}

/** The add or edit modal of something that the office publishes. */
export function RecordModal<Row extends FormRecord>({ kind, id, readOnly, onClose }: RecordModalProps<Row>) {
  const { one, many, noun } = kind
  const { data, error, refetch, isFetching } = useQuery({
    ...recordQuery<Row>(one, id ?? 0),
    enabled: id !== undefined,
  })
  const title = `${id === undefined ? 'Add' : readOnly ? 'View' : 'Edit'} ${noun.one}`
  if (id === undefined || data) {
    return (
      <FormSheet
        declared={kind.form}
        title={title}
        path={`/${one}`}
        noun={kind.toast}
        record={data}
        readOnly={readOnly}
        width={WIDTH}
        stale={[['records', many], ...(id === undefined ? [] : [['record', one, id]])]}
        failedFiles={`Unable to submit ${noun.one}`}
        onClose={onClose}
      />
    )
  }
  const gone = error instanceof ApiError && error.status === 404
  return (
    <Sheet place="box" width={WIDTH} title={title} onClose={onClose}>
      {!error && <RecordSkeleton />}
      {error && (
        <ErrorState
          error={error}
          title={gone ? error.message : `We could not load this ${noun.one}`}
          onRetry={gone ? undefined : () => void refetch()}
          busy={isFetching}
        >
          {gone ? 'It may have been deleted.' : undefined}
        </ErrorState>
      )}
    </Sheet>
  )
}
