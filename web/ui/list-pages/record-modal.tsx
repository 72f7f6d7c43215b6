import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { recordQuery } from '#lib/api/records.ts'
import { type FormAddition, type FormRecord, FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { RecordKind } from './record-kind.ts'
import { WaitingSheet } from './waiting-sheet.tsx'

/** Width in pixels (rules 13.19). */
const WIDTH = 1000

export interface RecordModalProps<Row extends FormRecord> {
  kind: RecordKind<Row>
  id?: number
  readOnly?: boolean
  toRecord?: (row: Row) => FormRecord
  renderSubtitle?: (row: Row) => ReactNode
  getAddition?: (row: Row | undefined) => FormAddition
  renderBeside?: (row: Row) => ReactNode
  failedFiles?: string
  onClose: () => void
}

export function RecordModal<Row extends FormRecord>(props: RecordModalProps<Row>) {
  const { kind, id, readOnly, toRecord, renderSubtitle, getAddition, renderBeside, failedFiles, onClose } =
    props
  const { one, many, noun } = kind
  const query = useQuery({ ...recordQuery<Row>(one, id ?? 0), enabled: id !== undefined })
  const { data } = query
  const title = getFormTitle(id === undefined ? 'ADD' : readOnly ? 'VIEW' : 'EDIT', noun.one)
  if (id !== undefined && !data)
    return (
      <WaitingSheet
        place="box"
        width={WIDTH}
        query={query}
        title={title}
        thing={`this ${noun.one}`}
        onClose={onClose}
      />
    )
  return (
    <FormSheet
      declared={kind.form}
      title={title}
      subtitle={data && renderSubtitle?.(data)}
      path={`/${one}`}
      noun={capitalize(noun.one)}
      getName={(saved) => kind.getName(saved as Row)}
      record={data && toRecord ? toRecord(data) : data}
      readOnly={readOnly}
      isGone={isNotFound(query.error)}
      addition={readOnly ? undefined : getAddition?.(data)}
      width={WIDTH}
      beside={data && renderBeside?.(data)}
      stale={[['records', many], [many], ...(id === undefined ? [] : [['record', one, id]])]}
      failedFiles={failedFiles}
      onClose={onClose}
    />
  )
}
