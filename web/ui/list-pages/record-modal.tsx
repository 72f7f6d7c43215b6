import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { createRowQuery } from '#lib/api/row-queries.ts'
import { type FormAddition, type EditableRow, FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LoadingSheet } from './loading-sheet.tsx'
import type { RecordKind } from './record-kind.ts'

/** Width in pixels (rules 13.19). */
const MODAL_WIDTH = 1000

export interface RecordModalProps<Row extends EditableRow> {
  kind: RecordKind<Row>
  id?: number
  readOnly?: boolean
  toRecord?: (row: Row) => EditableRow
  renderSubtitle?: (row: Row) => ReactNode
  getAddition?: (row: Row | undefined) => FormAddition
  renderSideContent?: (row: Row) => ReactNode
  failedFiles?: string
  onClose: () => void
}

export function RecordModal<Row extends EditableRow>(props: RecordModalProps<Row>) {
  const {
    kind,
    id,
    readOnly,
    toRecord,
    renderSubtitle,
    getAddition,
    renderSideContent,
    failedFiles,
    onClose,
  } = props
  const { rowPath, listPath, noun } = kind
  const query = useQuery({ ...createRowQuery<Row>(rowPath, id ?? 0), enabled: id !== undefined })
  const { data } = query
  const title = getFormTitle(id === undefined ? 'ADD' : readOnly ? 'VIEW' : 'EDIT', noun.one)
  if (id !== undefined && !data)
    return (
      <LoadingSheet
        place="box"
        width={MODAL_WIDTH}
        query={query}
        title={title}
        subject={`this ${noun.one}`}
        onClose={onClose}
      />
    )
  return (
    <FormSheet
      formDefinition={kind.form}
      title={title}
      subtitle={data && renderSubtitle?.(data)}
      path={`/${rowPath}`}
      noun={capitalize(noun.one)}
      getName={(savedRow) => kind.getName(savedRow as Row)}
      record={data && toRecord ? toRecord(data) : data}
      readOnly={readOnly}
      isGone={isNotFound(query.error)}
      addition={readOnly ? undefined : getAddition?.(data)}
      width={MODAL_WIDTH}
      sideContent={data && renderSideContent?.(data)}
      staleQueries={[
        ['records', listPath],
        [listPath],
        ...(id === undefined ? [] : [['record', rowPath, id]]),
      ]}
      failedFiles={failedFiles}
      onClose={onClose}
    />
  )
}
