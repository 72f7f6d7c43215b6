import type { Column, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { ReactNode } from 'react'
import { JustNow } from '../ui/live-rows.tsx'
import { PageCheck, type RowSelection } from '../ui/row-selection.tsx'
import { Cell, isMoney, isNumeric, isTime } from './cell.tsx'
import { SortHeading, useSort } from '../ui/sort.tsx'
import { NEWEST_FIRST, sorted } from './sort.ts'
import { moduleOf, type Ticket } from './ticket.ts'

interface TicketTableProps {
  /** Whose columns; in a mixed list each row reads its values as its own module. */
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
  /** The office's table: words beside a changed row at its end, types without icons. */
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

/** The words before the colon: a table has room for 'Just updated', a card for all of it. */
const short = (mark: string): string => mark.split(':')[0] ?? mark

/** The table of a list on a desk; its headings sort the rows of the open page. */
export function TicketTable({
  module,
  columns,
  tickets,
  marks,
  onOpen,
  renderActions,
  selection,
  dense,
  fold = !dense,
  caption,
}: TicketTableProps) {
  const { sort, press } = useSort()
  const shown = sort ?? NEWEST_FIRST
  const rows = sorted(tickets, sort, module)
  const ids = rows.map(({ id }) => id)
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
          {columns.map(({ key, label }) => (
            <SortHeading
              key={key}
              label={label}
              active={shown?.key === key ? shown.direction : undefined}
              className={isMoney(module, key) ? 'right' : ''}
              onPress={() => press(key)}
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
        {rows.map((ticket) => {
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
              {columns.map(({ key }) => (
                <td key={key} className={classOf(module, key)}>
                  {key === 'ticketNumber' ? (
                    <>
                      <button type="button" className="no" onClick={() => onOpen(ticket)}>
                        {ticket.ticketNumber}
                      </button>
                      {mark && !dense && <JustNow>{short(mark)}</JustNow>}
                    </>
                  ) : (
                    <Cell
                      module={moduleOf(ticket) ?? module}
                      ticket={ticket}
                      column={key}
                      dense={dense}
                      fold={fold}
                    />
                  )}
                </td>
              ))}
              {renderActions && (
                <td className="right">
                  <span className="rowact">
                    {mark && dense && <JustNow>{short(mark)}</JustNow>}
                    {renderActions(ticket)}
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
