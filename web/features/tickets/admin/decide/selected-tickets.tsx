import './decided-sheet.css'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getSummary } from '../../summary.ts'
import { findModule } from '../../ticket.ts'

const MAX_LISTED_TICKETS = 50

interface SelectedTicketsProps {
  tickets: readonly Ticket[]
  total: number
}

export function SelectedTickets({ tickets, total }: SelectedTicketsProps) {
  const shownTickets = tickets.slice(0, MAX_LISTED_TICKETS)
  const hiddenCount = total - shownTickets.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
    <div className="selected-tickets" role="group" aria-label="Selected" tabIndex={0}>
      <ul>
        {shownTickets.map((ticket) => (
          <li key={ticket.id}>
            <b className="num">{ticket.ticketNumber}</b> {ticket.tenant.uoccname}, {ticket.tenant.clientCode}
            <small>{getSummary(findModule(ticket), ticket)}</small>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p>{`and ${hiddenCount.toLocaleString('en')} more`}</p>}
    </div>
  )
}
