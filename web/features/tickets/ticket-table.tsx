import type { Column, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { ReactNode } from 'react'
import { JustNow } from '../../ui/lists/live-rows.tsx'
import { PageCheck, type RowSelection } from '../../ui/lists/row-selection.tsx'
import { Cell, isMoney, isNumeric, isTime } from './cell.tsx'
import { Heading, type Sorting } from '../../ui/lists/sort.tsx'
import { stackedColumns } from '../../ui/lists/stacked-columns.ts'
import { useHasSidebar, useIsCrowdedDesk, useIsNarrowDesk } from '../../ui/use-media.ts'
import { moduleOf, type Ticket } from './ticket.ts'

interface TicketTableProps {
  /** Module of the columns; in a mixed list each row reads its values as its own module. */
  module: TicketModule
  columns: readonly Column[]
  tickets: readonly Ticket[]
  /** Words beside rows that changed just now. */
  marks: ReadonlyMap<number, string>
  /** A press on the ticket number. */
  onOpen: (ticket: Ticket) => void
  /** The last cell of a row. */
  renderActions?: (ticket: Ticket) => ReactNode
  selection?: RowSelection
  sorting: Sorting
  /** The office's table: types without icons. */
  dense?: boolean
  /** Dates and words in two lines where a row has many columns; in the dense table they stand in one by default. */
  fold?: boolean
  caption: string
}

function classOf(module: TicketModule, key: string): string {
  if (isTime(module, key)) return 'c-num c-time'
  if (isMoney(module, key)) return 'c-num right'
  return isNumeric(module, key) ? 'c-num' : ''
}

/** With more columns than these, some stand beneath others, so that no list scrolls sideways on a laptop. */
export const MANY_COLUMNS = 7

/** The words before the colon: a table has room for 'Just updated', a card for all of it. */
const short = (mark: string): string => mark.split(':')[0] ?? mark

/** The columns of a list of tickets in groups, each a cell of its own. */
export function useStackedColumns(
  columns: readonly Column[],
  dense: boolean | undefined,
): [Column, ...Column[]][] {
  const roomy = useHasSidebar()
  const crowded = useIsCrowdedDesk()
  const narrow = useIsNarrowDesk()
  const stack = !roomy || (dense ? crowded && columns.length > MANY_COLUMNS : narrow)
  return stackedColumns(
    columns,
    stack,
    ({ key }) => key,
    ({ under }) => under,
  )
}

/** The headings of such groups, for a skeleton. */
export function labelsOf(groups: readonly (readonly Column[])[]): string[][] {
  return groups.map((group) => group.map(({ label }) => label))
}

/** The table of a list on a desk. */
export function TicketTable({
  module,
  columns,
  tickets,
  marks,
  onOpen,
  renderActions,
  selection,
  sorting,
  dense,
  fold = !dense,
  caption,
}: TicketTableProps) {
  const narrow = useIsNarrowDesk()
  const groups = useStackedColumns(columns, dense)
  const ids = tickets.map(({ id }) => id)
  const cellOf = (ticket: Ticket, column: string, folded: boolean, day: boolean): ReactNode => (
    <Cell
      module={moduleOf(ticket) ?? module}
      ticket={ticket}
      column={column}
      dense={dense}
      fold={folded}
      day={day}
    />
  )
  return (
    <table className={dense && fold ? 'table narrow' : 'table'}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th className="ck">
              <PageCheck ids={ids} selection={selection} />
            </th>
          )}
          {groups.map((group) => (
            <Heading
              key={group[0].key}
              columns={group.map(({ key, label }) => ({ label, sort: key }))}
              sorting={sorting}
              className={isMoney(module, group[0].key) ? 'right' : ''}
            />
          ))}
          {renderActions && (
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => {
          const mark = marks.get(ticket.id)
          const chosen = selection?.has(ticket.id)
          return (
            <tr key={ticket.id} className={mark ? 'live' : chosen ? 'sel' : ''}>
              {selection && (
                <td className="ck">
                  <input
                    type="checkbox"
                    className="check"
                    checked={chosen}
                    aria-label={`Select ${ticket.ticketNumber}`}
                    onChange={() => selection.toggle(ticket.id)}
                  />
                </td>
              )}
              {groups.map(([{ key }, ...beneath]) => (
                <td key={key} className={classOf(module, key)}>
                  {key === 'ticketNumber' ? (
                    <>
                      <button type="button" className="no" onClick={() => onOpen(ticket)}>
                        {ticket.ticketNumber}
                      </button>
                      {mark && <JustNow>{short(mark)}</JustNow>}
                    </>
                  ) : (
                    cellOf(ticket, key, beneath.length === 0 && fold, narrow && beneath.length > 0)
                  )}
                  {beneath.map((other) => (
                    <div className="beneath" key={other.key}>
                      {cellOf(ticket, other.key, false, narrow)}
                    </div>
                  ))}
                </td>
              ))}
              {renderActions && (
                <td className="right">
                  <span className="rowact">{renderActions(ticket)}</span>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
