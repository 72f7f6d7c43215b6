import { DraftMark } from '#features/conversation/draft-mark.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { useHasSidebar, useIsCrowdedDesktop, useIsNarrowDesktop } from '#ui/use-media-query.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketColumn, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { Cell, isMoney, isNumeric } from './cell.tsx'
import { TicketTag } from './ticket-tag.tsx'
import { findModule } from './ticket.ts'

/**
 * Tables with more columns than this show two values in some cells, so that they fit on a laptop without
 * scrolling sideways.
 */
const MANY_COLUMNS = 7

/**
 * Returns the table columns of a ticket list. In the list of all modules, each row is formatted by the module
 * of its ticket. `dense` is true on administrators' pages.
 */
export function useTicketColumns(
  module: TicketModule,
  declaredColumns: readonly TicketColumn[],
  dense = false,
): { columns: TableColumn<Ticket>[]; stack: boolean; narrow: boolean } {
  const hasSidebar = useHasSidebar()
  const isCrowded = useIsCrowdedDesktop()
  const isNarrow = useIsNarrowDesktop()
  const hasManyColumns = declaredColumns.length > MANY_COLUMNS
  const isSpaceLimited = !dense || isNarrow || hasManyColumns
  const getLook = (key: string): TableColumn<Ticket>['look'] => {
    if (isMoney(module, key)) return 'c-num right'
    return isNumeric(module, key) ? 'c-num' : ''
  }
  return {
    stack: !hasSidebar || isNarrow || (dense && isCrowded && hasManyColumns),
    narrow: dense && isSpaceLimited,
    columns: declaredColumns.map(({ key, label, under }) => ({
      label,
      look: getLook(key),
      columnAbove: declaredColumns.find((column) => column.key === under)?.label,
      isRowOpener: key === 'ticketNumber',
      sort: key,
      renderCell: (ticket, isStacked) =>
        key === 'ticketNumber' ? (
          <>
            {ticket.ticketNumber} <DraftMark kind="ticket" id={ticket.id} />
          </>
        ) : (
          <Cell
            module={findModule(ticket) ?? module}
            ticket={ticket}
            column={key}
            dense={dense}
            fold={isSpaceLimited && !isStacked}
            day={isNarrow && isStacked}
          />
        ),
    })),
  }
}

export const toCardHead = (ticket: Ticket): Omit<CardContent, 'words'> => ({
  number: ticket.ticketNumber,
  top: (
    <>
      <DraftMark kind="ticket" id={ticket.id} />
      <TicketTag ticket={ticket} />
    </>
  ),
  heading: (
    <>
      {ticket.tenant.uoccname} <small className="num unit-code">{ticket.tenant.clientCode}</small>
    </>
  ),
})
