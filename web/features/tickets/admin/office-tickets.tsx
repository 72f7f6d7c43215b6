import { channels } from '@tahanan/contract/channels.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import {
  type CardPart,
  cardKeys,
  type Column,
  type TicketModule,
} from '@tahanan/contract/tickets/define-module.ts'
import { useAdmin } from '../../../lib/api/me.ts'
import { ListPage, type ListPageProps } from '../../../ui/list-pages/list-page.tsx'
import { useLiveMarks } from '../../../ui/lists/live-rows.tsx'
import type { CardWords } from '../../../ui/lists/record-table.tsx'
import { deleteAction, openAction } from '../../../ui/lists/row-actions.ts'
import { StatusTag } from '../../../ui/values/status-tag.tsx'
import { LiveTickets } from '../live-tickets.tsx'
import { MetaPart } from '../resident/ticket-card.tsx'
import { useTicketColumns } from '../ticket-columns.tsx'
import { can, moduleOf } from '../ticket.ts'

type Common = 'title' | 'tabs' | 'searchHint' | 'list' | 'query' | 'things' | 'add' | 'csv' | 'children'

interface OfficeTicketsProps extends Pick<ListPageProps<Ticket>, Common> {
  /** The list: a module's, or `services`. */
  many: string
  module: TicketModule
  modules: readonly TicketModule[]
  columns: readonly Column[]
  /** The lines under the tenant's name on a card. */
  lines: readonly CardPart[]
  onView: (ticket: Ticket) => void
  onDelete?: (ticket: Ticket) => void
}

/** A page of the office that lists tickets, live. */
export function OfficeTickets(props: OfficeTicketsProps) {
  const { many, module, modules, columns, lines, onView, onDelete, children, ...page } = props
  const { id } = useAdmin()
  const { marks, mark } = useLiveMarks()
  const card = (ticket: Ticket): CardWords => ({
    opens: 'top',
    top: (
      <>
        <button type="button" onClick={() => onView(ticket)}>
          {ticket.ticketNumber}
        </button>
        <StatusTag status={ticket.status} />
      </>
    ),
    heading: (
      <>
        {ticket.tenant.uoccname} <small className="num">{ticket.tenant.clientCode}</small>
      </>
    ),
    words: (
      <p>
        {lines.map((part) => (
          <MetaPart key={cardKeys(part)[0]} module={moduleOf(ticket) ?? module} ticket={ticket} part={part} />
        ))}
      </p>
    ),
  })
  return (
    <ListPage
      {...page}
      {...useTicketColumns(module, columns, true)}
      purpose="What residents send appears here by itself."
      card={card}
      nameOf={({ ticketNumber }) => ticketNumber}
      marks={marks}
      onOpen={onView}
      actions={(ticket) => [
        openAction(() => onView(ticket)),
        ...(onDelete ? [{ ...deleteAction(() => onDelete(ticket)), absent: !can(ticket, 'delete') }] : []),
      ]}
    >
      <LiveTickets
        modules={modules}
        channelOf={(path) => channels.adminTickets(path, id)}
        many={many}
        filter={page.list.filter}
        onMark={mark}
      />
      {children}
    </ListPage>
  )
}
