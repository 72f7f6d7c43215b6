import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { useStore } from '#lib/use-store.ts'
import { IconButton, ignoreHeldEnter } from '#ui/controls/button.tsx'
import type { RowFocus } from '#ui/keys/use-list-shortcuts.ts'
import { RowMenu, type RowAction } from '#ui/overlays/row-menu.tsx'
import { isCompactDensity, listChoices } from './list-choices.ts'
import { LiveMark } from './live-rows.tsx'
import { openRow, RowOpener } from './row-opener.tsx'
import { PageCheckbox, RowCheckbox, type RowSelection } from './row-selection.tsx'
import { SortableHead, type Sorting } from './sort.tsx'
import { ActionsHead } from './table-head.tsx'
import './record-table.css'

export interface TableColumn<Row> {
  label: string
  /**
   * CSS classes of the cell. `c-num`: numbers and dates. `wide`: text on two lines. `fold`: may wrap in
   * narrow tables.
   */
  look?: '' | 'c-num' | 'right' | 'c-num right' | 'c-num c-time' | 'wide' | 'fold'
  tip?: string
  /** In a table with little space, this cell is shown below the cell of the column with this label. */
  columnAbove?: string
  isRowOpener?: boolean
  /** Renders the cell. `isStacked` is true if the cell also contains the value of another column. */
  renderCell: (row: Row, isStacked: boolean) => ReactNode
  /** Key by which this column is sorted. Default: the sort key with the same label. */
  sort?: string
}

type StackedColumns<Row> = [TableColumn<Row>, ...TableColumn<Row>[]]

export interface CardContent {
  /** Text above the heading. A click on it opens the record. Without it, the heading opens the record. */
  number?: ReactNode
  top?: ReactNode
  picture?: ReactNode
  heading: ReactNode
  words: ReactNode
}

export interface Identified {
  id: number
}

export interface DataRowsProps<Row extends Identified> {
  rows: readonly Row[]
  caption: string
  columns: readonly TableColumn<Row>[]
  card: (row: Row) => CardContent
  getName: (row: Row) => string
  marks?: ReadonlyMap<number, string>
  getLink?: (row: Row) => string | undefined
  /**
   * Opens the record on a click without modifier keys. If `onOpen` and `getLink` are both missing, records
   * cannot be opened.
   */
  onOpen?: (row: Row) => void
  /** Returns the actions of a row. The first one is shown with its label, the others as icons. */
  actions?: (row: Row) => readonly RowAction[]
  isSaving?: (row: Row) => boolean
  menu?: boolean
  narrow?: boolean
  selection?: RowSelection
  sorting?: Sorting
  focus?: RowFocus
}

interface DataTableProps<Row extends Identified> extends Omit<DataRowsProps<Row>, 'card' | 'columns'> {
  columns: readonly StackedColumns<Row>[]
}

export function stackColumns<Row>(
  columns: readonly TableColumn<Row>[],
  stack: boolean,
): StackedColumns<Row>[] {
  const findColumnAbove = ({ columnAbove }: TableColumn<Row>) =>
    stack ? columns.find(({ label }) => label === columnAbove) : undefined
  return columns
    .filter((column) => !findColumnAbove(column))
    .map((top) => [top, ...columns.filter((column) => findColumnAbove(column) === top)])
}

export function listColumnLabels<Row>(columns: readonly StackedColumns<Row>[]): string[][] {
  return columns.map((group) => group.map(({ label }) => label))
}

/**
 * Returns the part of a mark before the colon: 'Just updated' from 'Just updated: approved'. A table row has
 * no space for the rest.
 */
const getMarkKind = (mark: string): string => mark.split(':')[0] ?? mark

export function DataTable<Row extends Identified>(props: DataTableProps<Row>) {
  const { rows, menu, narrow, caption, columns, getName, marks, actions, selection, sorting } = props
  const { onOpen, getLink, focus, isSaving } = props
  const compact = isCompactDensity(useStore(listChoices))
  // The mark of a changed row is shown below the row's name, so that it does not widen another column.
  const nameIndex = Math.max(
    0,
    columns.findIndex(([{ isRowOpener }]) => isRowOpener),
  )
  return (
    <table className={['table', narrow && 'narrow', compact && 'compact'].filter(Boolean).join(' ')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th className="check-cell">
              <PageCheckbox ids={rows.map(({ id }) => id)} selection={selection} />
            </th>
          )}
          {columns.map((group) => (
            <SortableHead
              key={group[0].label}
              columns={group}
              sorting={sorting}
              className={group[0].look ?? ''}
            />
          ))}
          {actions && <ActionsHead />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const rowMark = marks?.get(row.id)
          const name = getName(row)
          const isRowSaving = isSaving?.(row)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its cell handles the keys
            <tr
              key={row.id}
              className={rowMark ? 'live' : selection?.has(row.id) ? 'sel' : ''}
              aria-busy={isRowSaving || undefined}
              onClick={openRow}
              {...focus?.rowProps(row.id)}
            >
              {selection && (
                <td className="check-cell">
                  <RowCheckbox
                    row={row}
                    name={name}
                    selection={selection}
                    shortcut={focus && 'x'}
                    saving={isRowSaving}
                  />
                </td>
              )}
              {columns.map(([{ label, look, isRowOpener, renderCell }, ...columnsBelow], columnIndex) => (
                <td key={label} className={look ?? ''}>
                  {isRowOpener ? (
                    <RowOpener address={getLink?.(row)} onOpen={onOpen && (() => onOpen(row))}>
                      {renderCell(row, columnsBelow.length > 0)}
                    </RowOpener>
                  ) : (
                    renderCell(row, columnsBelow.length > 0)
                  )}
                  {columnsBelow.map((columnBelow) => (
                    <div className="beneath" key={columnBelow.label}>
                      {columnBelow.renderCell(row, true)}
                    </div>
                  ))}
                  {rowMark && columnIndex === nameIndex && <LiveMark>{getMarkKind(rowMark)}</LiveMark>}
                </td>
              ))}
              {actions && (
                <td className="right">
                  <span className="rowact">
                    {menu ? (
                      <RowMenu label={`Actions for ${name}`} actions={actions(row)} />
                    ) : (
                      <RowActions name={name} actions={actions(row)} saving={isRowSaving} />
                    )}
                  </span>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export function RowActions({ name, actions, saving }: RowActionsProps): ReactNode {
  return actions.map((action, index) => {
    const { label, icon, isUnavailable, shortcut, onSelect } = action
    if (isUnavailable && !(saving && index === 0)) return <span className="gap" key={index} />
    if (index === 0 || !icon) return <RowButton key={index} name={name} action={action} saving={saving} />
    const actionLabel = `${label} ${name}`
    return (
      <IconButton
        key={index}
        icon={icon}
        label={actionLabel}
        aria-disabled={saving || undefined}
        {...getShortcutProps(actionLabel, shortcut)}
        onClick={() => {
          if (!saving) onSelect()
        }}
      />
    )
  })
}

interface RowActionsProps {
  name: string
  actions: readonly RowAction[]
  saving: boolean | undefined
}

export function RowButton({ name, action, saving }: RowButtonProps) {
  const { label, icon: Icon, shortcut, isStep, onSelect } = action
  if (saving)
    // While the row is saved, the button has no effect but keeps the focus and the shortcut. A second click
    // or key press then does nothing.
    return (
      <button
        type="button"
        className="row-button"
        aria-disabled
        aria-busy
        {...getShortcutProps('Saving…', shortcut)}
        aria-label={`Saving ${name}`}
      >
        <LoaderCircle className="spin" />
        <span>Saving…</span>
      </button>
    )
  return (
    <button
      type="button"
      className="row-button"
      {...getShortcutProps(label, shortcut)}
      aria-label={`${label} ${name}`}
      onKeyDown={ignoreHeldEnter}
      onClick={({ detail }) => {
        // The second click of a double click is ignored, because it could hit the next row, which has moved
        // up.
        if (!isStep || detail < 2) onSelect()
      }}
    >
      {Icon && <Icon />}
      <span>{label}</span>
    </button>
  )
}

interface RowButtonProps {
  name: string
  action: RowAction
  saving: boolean | undefined
}
