import { useQuery } from '@tanstack/react-query'
import { FormSheet, type FormRecord } from '../../../ui/forms/form-sheet.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
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
  const query = useQuery({
    ...recordQuery<Row>(one, id ?? 0),
    enabled: id !== undefined,
  })
  const { data } = query
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
  return (
    <Sheet place="box" width={WIDTH} title={title} onClose={onClose}>
      <QueryState
        query={query}
        title={`We could not load this ${noun.one}`}
        gone="It may have been deleted."
      />
    </Sheet>
  )
}
