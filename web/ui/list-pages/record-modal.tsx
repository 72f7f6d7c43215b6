import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { recordQuery } from '#lib/api/records.ts'
import { type FormAddition, type FormRecord, FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { RecordKind } from './record-kind.ts'
import { WaitingSheet } from './waiting-sheet.tsx'

/** Pixels (rules 13.19). */
const WIDTH = 1000

export interface RecordModalProps<Row extends FormRecord> {
  kind: RecordKind<Row>
  id?: number
  readOnly?: boolean
  recordOf?: (row: Row) => FormRecord
  subtitleOf?: (row: Row) => ReactNode
  additionOf?: (row: Row | undefined) => FormAddition
  besideOf?: (row: Row) => ReactNode
  failedFiles?: string
  onClose: () => void
}

export function RecordModal<Row extends FormRecord>(props: RecordModalProps<Row>) {
  const { kind, id, readOnly, recordOf, subtitleOf, additionOf, besideOf, failedFiles, onClose } = props
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
      subtitle={data && subtitleOf?.(data)}
      path={`/${one}`}
      noun={capitalize(noun.one)}
      nameOf={(saved) => kind.nameOf(saved as Row)}
      record={data && recordOf ? recordOf(data) : data}
      readOnly={readOnly}
      isGone={isNotFound(query.error)}
      addition={readOnly ? undefined : additionOf?.(data)}
      width={WIDTH}
      beside={data && besideOf?.(data)}
      stale={[['records', many], [many], ...(id === undefined ? [] : [['record', one, id]])]}
      failedFiles={failedFiles}
      onClose={onClose}
    />
  )
}
