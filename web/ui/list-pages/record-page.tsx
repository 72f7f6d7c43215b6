import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { createRowsQuery } from '#lib/api/row-queries.ts'
import type { EditableRow } from '#ui/forms/form-sheet.tsx'
import { createDeleteAction, createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useMayStayOpen } from '#ui/panels/last-known.ts'
import { usePanel } from '#ui/panels/panel.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { ListPage } from './list-page.tsx'
import { useListParams } from './list-params.ts'
import type { RecordKind } from './record-kind.ts'
import { RecordModal, type RecordModalProps } from './record-modal.tsx'
import type { CsvDownload } from './use-csv-download.ts'
import { useDeleteRecord } from './use-delete-record.ts'
import { useLiveRows } from './use-live-rows.ts'

interface RecordPageProps<Row extends EditableRow> {
  kind: RecordKind<Row>
  className?: string
  csv?: CsvDownload
  Modal?: ComponentType<RecordModalProps<Row>>
}

/** Page of one kind of record: list, search, and the forms to add and edit a record (rules 15.19). */
export function RecordPage<Row extends EditableRow>(props: RecordPageProps<Row>) {
  const { kind, className, csv, Modal } = props
  const { roles } = useAdmin()
  const list = useListParams({ keys: kind.sortKeys, newest: kind.newest })
  const { panel, open, close, getLink } = usePanel()
  const { matches, getName } = kind
  const { page, limit, searchTerm, sort } = list.filter
  const listFilter = matches ? { page: 1, limit: 0, searchTerm: '', sort } : { page, limit, searchTerm, sort }
  const query = useQuery(createRowsQuery<Row>(kind.listPath, listFilter))
  const liveMarks = useLiveRows(kind.listPath, query.data?.data)
  const remove = useDeleteRecord()
  const isAllowed = (flag: string): boolean => rolesAllow(roles, kind.page, flag)
  const getDeletion = (row: Row) => ({
    path: `/${kind.rowPath}/${row.id}`,
    question: { name: getName(row), lossWarning: kind.lossWarning },
    toast: capitalize(kind.noun.one),
    staleQueries: [['records', kind.listPath]],
    record: ['record', kind.rowPath, row.id],
  })
  const isAdding = useMayStayOpen(panel && panel.id === undefined ? 'new' : undefined, isAllowed('add'))
  const renderForm = (id?: number) => {
    const formProps = { kind, id, readOnly: id !== undefined && !isAllowed('edit'), onClose: close }
    return Modal ? <Modal key={id} {...formProps} /> : <RecordModal key={id} {...formProps} />
  }
  return (
    <ListPage
      {...kind}
      rowName={(id) => `${kind.rowPath} ${id}`}
      className={className}
      list={list}
      query={query}
      rows={matches && query.data?.data.filter((row) => matches(row, searchTerm))}
      isWholeList={matches !== undefined}
      pluralNoun={kind.noun.many}
      marks={liveMarks}
      add={isAllowed('add') ? { label: `Add ${kind.noun.one}`, onPress: () => open() } : undefined}
      csv={isAllowed('view') ? csv : undefined}
      getLink={getLink}
      actions={(row) => [
        createOpenAction(() => open(row.id), isAllowed('edit')),
        ...(isAllowed('delete') ? [createDeleteAction(() => void remove(getDeletion(row)))] : []),
      ]}
    >
      {panel && (panel.id !== undefined || isAdding) && renderForm(panel.id)}
    </ListPage>
  )
}
