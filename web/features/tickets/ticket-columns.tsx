import { DraftMark } from '#features/conversation/draft-mark.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { useHasSidebar, useIsCrowdedDesk, useIsNarrowDesk } from '#ui/use-media.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { Column, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { Cell, isMoney, isNumeric } from './cell.tsx'
import { TicketTag } from './ticket-tag.tsx'
import { findModule } from './ticket.ts'

/**
 * Number of columns from which some are stacked in one cell, so that the list does not scroll sideways on a
 * laptop.
 */
const MANY_COLUMNS = 7

/**
 * Returns the columns of a ticket list. In the list of all modules, each row is formatted by its own module.
 * `dense` is true on administrators' pages.
 */
export function useTicketColumns(
  module: TicketModule,
  declared: readonly Column[],
  dense = false,
): { columns: RecordColumn<Ticket>[]; stack: boolean; narrow: boolean } {
  const roomy = useHasSidebar()
  const crowded = useIsCrowdedDesk()
  const small = useIsNarrowDesk()
  const many = declared.length > MANY_COLUMNS
  const fold = !dense || small || many
  const getLook = (key: string): RecordColumn<Ticket>['look'] => {
    if (isMoney(module, key)) return 'c-num right'
    return isNumeric(module, key) ? 'c-num' : ''
  }
  return {
    stack: !roomy || small || (dense && crowded && many),
    narrow: dense && fold,
    columns: declared.map(({ key, label, under }) => ({
      label,
      look: getLook(key),
      under: declared.find((other) => other.key === under)?.label,
      opens: key === 'ticketNumber',
      sort: key,
      show: (ticket, stacked) =>
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
            fold={fold && !stacked}
            day={small && stacked}
          />
        ),
    })),
  }
}

export const toCardHead = (ticket: Ticket): Omit<CardWords, 'words'> => ({
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
