import type { ReactNode } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { RowMenu, type RowAction } from '#ui/overlays/row-menu.tsx'
import { JustNow } from './live-rows.tsx'
import { PageCheck, RowCheck, type RowSelection } from './row-selection.tsx'
import { Heading, type Sorting } from './sort.tsx'
import './record-table.css'

/** A column of a list of records on a desk. */
export interface RecordColumn<Row> {
  label: string
  /** Class of the cells: `c-num` for figures and dates, `wide` for words that may take two lines, `fold` for little room. */
  look?: '' | 'c-num' | 'right' | 'c-num right' | 'c-num c-time' | 'wide' | 'fold'
  /** Label of the column that it stands beneath where a row has no room for both side by side. */
  under?: string
  /** Its content opens the record. */
  opens?: boolean
  /** Draws the value; `stacked` where another stands in the same cell. */
  show: (row: Row, stacked: boolean) => ReactNode
  /** The key that its heading sorts the list by, where not the one of its label. */
  sort?: string
}

/** Columns that share a cell, the upper one first. */
export type StackedColumns<Row> = [RecordColumn<Row>, ...RecordColumn<Row>[]]

/** A record in a list on a phone. */
export interface CardWords {
  /** A line above the heading. With `opens` it holds what opens the record, not the heading. */
  top?: ReactNode
  opens?: 'top'
  picture?: ReactNode
  heading: ReactNode
  /** Under the heading, as paragraphs. */
  words: ReactNode
}

export interface Identified {
  id: number
}

export interface RecordRowsProps<Row extends Identified> {
  rows: readonly Row[]
  caption: string
  columns: readonly RecordColumn<Row>[]
  card: (row: Row) => CardWords
  nameOf: (row: Row) => string
  marks?: ReadonlyMap<number, string>
  /** Opens the record; without it nothing can be pressed. */
  onOpen?: (row: Row) => void
  /** The first is written out, the others are icons. */
  actions?: (row: Row) => readonly RowAction[]
  /** All actions in a menu, where a row has no room for them. */
  menu?: boolean
  /** Cells in two lines and close to each other, for many columns. */
  narrow?: boolean
  /** Check boxes before the rows. */
  selection?: RowSelection
  /** Without it no heading sorts. */
  sorting?: Sorting
}

interface RecordTableProps<Row extends Identified> extends Omit<RecordRowsProps<Row>, 'card' | 'columns'> {
  columns: readonly StackedColumns<Row>[]
}

/** Puts columns beneath those that they stand under where a row has no room for both. */
export function stackColumns<Row>(
  columns: readonly RecordColumn<Row>[],
  stack: boolean,
): StackedColumns<Row>[] {
  const topOf = ({ under }: RecordColumn<Row>) =>
    stack ? columns.find(({ label }) => label === under) : undefined
  return columns
    .filter((column) => !topOf(column))
    .map((top) => [top, ...columns.filter((column) => topOf(column) === top)])
}

/** Returns the labels of the columns, for a skeleton. */
export function labelsOf<Row>(columns: readonly StackedColumns<Row>[]): string[][] {
  return columns.map((group) => group.map(({ label }) => label))
}

/** The words before the colon: a row has room for 'Just updated', a card for all of it. */
const short = (mark: string): string => mark.split(':')[0] ?? mark

/** Records in a table, on a desk. */
export function RecordTable<Row extends Identified>(props: RecordTableProps<Row>) {
  const { rows, menu, narrow, caption, columns, nameOf, marks, onOpen, actions, selection, sorting } = props
  // where a row says that it changed: beneath its name, so that no column grows
  const named = Math.max(
    0,
    columns.findIndex(([{ opens }]) => opens),
  )
  return (
    <table className={narrow ? 'table narrow' : 'table'}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th className="check-cell">
              <PageCheck ids={rows.map(({ id }) => id)} selection={selection} />
            </th>
          )}
          {columns.map((group) => (
            <Heading key={group[0].label} columns={group} sorting={sorting} className={group[0].look ?? ''} />
          ))}
          {actions && (
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const mark = marks?.get(row.id)
          const name = nameOf(row)
          return (
            <tr key={row.id} className={mark ? 'live' : selection?.has(row.id) ? 'sel' : ''}>
              {selection && (
                <td className="check-cell">
                  <RowCheck row={row} name={name} selection={selection} />
                </td>
              )}
              {columns.map(([{ label, look, opens, show }, ...beneath], place) => (
                <td key={label} className={look ?? ''}>
                  {opens && onOpen ? (
                    <button type="button" className="record-number" onClick={() => onOpen(row)}>
                      {show(row, beneath.length > 0)}
                    </button>
                  ) : (
                    show(row, beneath.length > 0)
                  )}
                  {beneath.map((other) => (
                    <div className="beneath" key={other.label}>
                      {other.show(row, true)}
                    </div>
                  ))}
                  {mark && place === named && <JustNow>{short(mark)}</JustNow>}
                </td>
              ))}
              {actions && (
                <td className="right">
                  <span className="rowact">
                    {menu ? (
                      <RowMenu label={`Actions for ${name}`} actions={actions(row)} />
                    ) : (
                      <RowActions name={name} actions={actions(row)} />
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

/** The actions at the end of a row: the first as a word, the others as icons. */
function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }): ReactNode {
  return actions.map(({ label, icon, absent, onSelect }, place) =>
    absent ? (
      <span className="gap" key={label} />
    ) : place === 0 || !icon ? (
      <button
        type="button"
        className="row-button"
        key={label}
        aria-label={`${label} ${name}`}
        onClick={onSelect}
      >
        {label}
      </button>
    ) : (
      <IconButton key={label} icon={icon} label={`${label} ${name}`} onClick={onSelect} />
    ),
  )
}
