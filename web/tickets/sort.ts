import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { type Sort, sortedBy } from '../ui/sort.tsx'
import { moduleOf, type Ticket } from './ticket.ts'
import { sortKey } from './values.ts'

/** The order of the server, as a heading shows it. */
export const NEWEST_FIRST: Sort = { key: 'ticketNumber', direction: 'descending' }

/** The rows of one page in order. Empty values stand last, whichever the direction. */
export function sorted(tickets: readonly Ticket[], sort: Sort, fallback: TicketModule): Ticket[] {
  if (!sort) return [...tickets]
  return sortedBy(tickets, sort.direction, (ticket) =>
    sortKey(moduleOf(ticket) ?? fallback, ticket, sort.key),
  )
}
