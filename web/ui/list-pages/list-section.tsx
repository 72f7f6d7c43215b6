import type { QueryKey } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { type EditableRow, FormSheet } from '#ui/forms/form-sheet.tsx'
import type { FormValues } from '#ui/forms/form-values.ts'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import type { Identified } from '#ui/lists/data-table.tsx'
import { createDeleteAction, createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useLastKnown, useMayStayOpen } from '#ui/panels/last-known.ts'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { usePanel } from '#ui/panels/panel.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { DataList, type DataListProps } from './data-list.tsx'
import { useDeleteRecord } from './use-delete-record.ts'

interface ListSectionProps<Row extends Identified> extends Pick<
  DataListProps<Row>,
  'actions' | 'card' | 'columns' | 'getLink' | 'getName' | 'narrow' | 'purpose' | 'query'
> {
  className?: string
  title: string
  hint?: ReactNode
  noun: string
  pluralNoun?: string
  mayEdit?: boolean
  onAdd?: () => void
  onEdit?: (row: Row) => void
  getPath?: (row: Row) => string
  /**
   * Describes other data that is deleted together with the row. The confirmation dialog shows it as a
   * warning.
   */
  lossWarning?: string
  staleQueries?: readonly QueryKey[]
  buttons?: ReactNode
  children?: ReactNode
}

export function ListSection<Row extends Identified>(props: ListSectionProps<Row>) {
  const {
    className,
    title,
    hint,
    noun,
    mayEdit = true,
    onAdd,
    onEdit,
    getPath,
    lossWarning,
    staleQueries = [],
  } = props
  const id = useId()
  const remove = useDeleteRecord()
  const deleteRow = (row: Row, path: string): void =>
    void remove({
      path,
      question: { name: props.getName(row), lossWarning },
      toast: capitalize(noun),
      staleQueries,
    })
  const getActions = (row: Row) => [
    ...(onEdit ? [createOpenAction(() => onEdit(row), true)] : []),
    ...(getPath ? [createDeleteAction(() => deleteRow(row, getPath(row)))] : []),
  ]
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="lead">{hint}</p>}
      <DataList
        pluralNoun={`${noun}s`}
        actions={mayEdit ? getActions : undefined}
        {...props}
        caption={title}
      />
      {mayEdit && (
        <div className="acts">
          <Button icon={Plus} disabled={!onAdd} onClick={onAdd}>
            {`Add ${noun}`}
          </Button>
          {props.buttons}
        </div>
      )}
      {props.children}
    </section>
  )
}

interface FormSectionProps<Row extends EditableRow> extends Omit<
  ListSectionProps<Row>,
  'actions' | 'children' | 'getLink' | 'onAdd' | 'onEdit' | 'getPath'
> {
  form: Form
  /**
   * Path of the POST request, such as `/gate`. Updates and deletions append the id. Rows cannot be deleted if
   * `lossWarning` is missing.
   */
  path: string
  start?: FormValues
  staleQueries: readonly QueryKey[]
  /** Value of `modal` in the URL. Needed if the page has several such sections. */
  panelName?: string
}

export function FormSection<Row extends EditableRow>(props: FormSectionProps<Row>) {
  const { form, path, start, panelName, query, noun, mayEdit = true, lossWarning, staleQueries } = props
  const { panel, open, close, getLink } = usePanel(panelName)
  const openRow = query.data?.data.find(({ id }) => id === panel?.id)
  const { value: record, isGone } = useLastKnown(panel?.id, openRow)
  const isOpen = useMayStayOpen(panel && (panel.id ?? 'new'), mayEdit)
  useMissingRecord(query.isSuccess && panel?.id !== undefined && !record, close)
  return (
    <ListSection
      {...props}
      getLink={mayEdit ? getLink : undefined}
      onAdd={() => open()}
      onEdit={({ id }) => open(id)}
      getPath={lossWarning === undefined ? undefined : ({ id }) => `${path}/${id}`}
    >
      {panel && isOpen && (record ?? panel.id === undefined) && (
        <FormSheet
          key={panel.id}
          formDefinition={form}
          title={getFormTitle(record ? 'EDIT' : 'ADD', noun)}
          path={path}
          noun={capitalize(noun)}
          record={record}
          readOnly={!mayEdit}
          isGone={isGone}
          start={start}
          staleQueries={staleQueries}
          onClose={close}
        />
      )}
    </ListSection>
  )
}
