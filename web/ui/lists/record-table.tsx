import type { ReactNode } from 'react'
import { JustNow } from './live-rows.tsx'
import { RowMenu, type RowAction } from './row-menu.tsx'
import { IconButton } from '../controls/button.tsx'
import { PageCheck, type RowSelection } from './row-selection.tsx'
import { Heading, type Sorting } from './sort.tsx'
import { stackedColumns } from './stacked-columns.ts'
import { useIsCrowdedDesk } from '../use-media.ts'

/** A column of a list of records on a desk. */
export interface RecordColumn<Row> {
  label: string
  /** Class of the cells: `c-num` for figures and dates, `wide` for words that may take two lines, `fold` for little room. */
  look?: 'c-num' | 'c-num right' | 'c-num c-time' | 'wide' | 'fold'
  /** Label of the column that it stands beneath where a row has no room for both side by side. */
  under?: string
  /** Its content opens the record. */
  opens?: boolean
  show: (row: Row) => ReactNode
  /** The key that its heading sorts the list by. */
  sort?: string
}

/** A record in a list on a phone. */
export interface CardWords {
  picture?: ReactNode
  heading: ReactNode
  /** Under the heading, as paragraphs. */
  words: ReactNode
}

interface Identified {
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
  /** Check boxes before the rows. */
  selection?: RowSelection
  /** Without it no heading sorts. */
  sorting?: Sorting
}

interface RecordTableProps<Row extends Identified> extends Omit<RecordRowsProps<Row>, 'card'> {
  /** All actions in a menu, where a row has no room for them. */
  menu?: boolean
}

const stackedRecords = <Row extends Identified>(columns: readonly RecordColumn<Row>[], crowded: boolean) =>
  stackedColumns(
    columns,
    crowded,
    ({ label }) => label,
    ({ under }) => under,
  )

/** The headings of a list of records, for its skeleton. */
export function stackedRecordLabels<Row extends Identified>(
  columns: readonly RecordColumn<Row>[],
  crowded: boolean,
): string[][] {
  return stackedRecords(columns, crowded).map((group) => group.map(({ label }) => label))
}

/** Records in a table, on a desk. */
export function RecordTable<Row extends Identified>(props: RecordTableProps<Row>) {
  const { rows, menu, caption, columns, nameOf, marks, onOpen, actions, selection, sorting } = props
  const groups = stackedRecords(columns, useIsCrowdedDesk())
  // where a row says that it changed: beneath its name, so that no column grows
  const named = Math.max(
    0,
    groups.findIndex(([{ opens }]) => opens),
  )
  return (
    <table className="table">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th className="ck">
              <PageCheck ids={rows.map(({ id }) => id)} selection={selection} />
            </th>
          )}
          {groups.map((group) => (
            <Heading key={group[0].label} columns={group} sorting={sorting} className={group[0].look ?? ''} />
          ))}
          {actions && (
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const mark = marks?.get(row.id)
          const chosen = selection?.has(row.id)
          return (
            <tr key={row.id} className={mark ? 'live' : chosen ? 'sel' : ''}>
              {selection && (
                <td className="ck">
                  <RowCheck row={row} name={nameOf(row)} selection={selection} />
                </td>
              )}
              {groups.map(([{ label, look, opens, show }, ...beneath], place) => (
                <td key={label} className={look ?? ''}>
                  {opens && onOpen ? (
                    <button type="button" className="no" onClick={() => onOpen(row)}>
                      {show(row)}
                    </button>
                  ) : (
                    show(row)
                  )}
                  {beneath.map((other) => (
                    <div className="beneath" key={other.label}>
                      {other.show(row)}
                    </div>
                  ))}
                  {mark && place === named && <JustNow>{mark}</JustNow>}
                </td>
              ))}
              {actions && (
                <td className="right">
                  <span className="rowact">
                    {menu ? (
                      <RowMenu label={`Actions for ${nameOf(row)}`} actions={actions(row)} />
                    ) : (
                      <RowActions name={nameOf(row)} actions={actions(row)} />
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

interface RowActionsProps {
  name: string
  actions: readonly RowAction[]
}

/** The actions at the end of a row: the first as a word, the others as icons. */
export function RowActions({ name, actions }: RowActionsProps): ReactNode {
  return actions.map(({ label, icon, onSelect }, place) =>
    place === 0 || !icon ? (
      <button type="button" className="go" key={label} aria-label={`${label} ${name}`} onClick={onSelect}>
        {label}
      </button>
    ) : (
      <IconButton key={label} icon={icon} label={`${label} ${name}`} onClick={onSelect} />
    ),
  )
}

interface RowCheckProps {
  id?: string
  row: Identified
  name: string
  selection: RowSelection
}

function RowCheck({ id, row, name, selection }: RowCheckProps) {
  return (
    <input
      id={id}
      type="checkbox"
      className="check"
      checked={selection.has(row.id)}
      aria-label={`Select ${name}`}
      onChange={() => selection.toggle(row.id)}
    />
  )
}

/** Records as cards, on a phone. */
export function RecordCards<Row extends Identified>(props: RecordRowsProps<Row>) {
  const { rows, card, nameOf, marks, onOpen, actions, selection } = props
  return rows.map((row) => {
    const { picture, heading, words } = card(row)
    const mark = marks?.get(row.id)
    const all = actions?.(row) ?? []
    return (
      <article className={`rcard${mark ? ' new' : ''}${selection?.has(row.id) ? ' sel' : ''}`} key={row.id}>
        {selection && (
          <label className="tick" htmlFor={`row-${row.id}`}>
            <RowCheck id={`row-${row.id}`} row={row} name={nameOf(row)} selection={selection} />
          </label>
        )}
        {picture}
        <div className="words">
          <h2>
            {onOpen ? (
              <button type="button" onClick={() => onOpen(row)}>
                {heading}
              </button>
            ) : (
              heading
            )}
          </h2>
          {words}
          {mark && <JustNow>{mark}</JustNow>}
        </div>
        {all.length > 0 && <RowMenu label={`Actions for ${nameOf(row)}`} actions={all} />}
      </article>
    )
  })
}
