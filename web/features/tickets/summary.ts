import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { CardPart, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { findModule } from './ticket.ts'
import { getValueKind, formatPeriodText, formatValue } from './values.ts'

function formatPart(module: TicketModule, ticket: Ticket, part: CardPart): string {
  if (typeof part === 'object' && 'from' in part)
    return ticket[part.from] ? formatPeriodText(module, ticket, part) : ''
  const key = typeof part === 'string' ? part : part.key
  const valueKind = getValueKind(module, key)
  const value = key === 'created_at' ? ticket.created_at : ticket[key]
  if (
    value === null ||
    value === undefined ||
    (valueKind.kind === 'field' && valueKind.field.kind === 'files')
  )
    return ''
  const text = formatValue(module, ticket, key)
  return typeof part === 'object' ? `${part.label}: ${text}` : text
}

/**
 * Returns the main values of a ticket, such as 'Rodel Manalo, 12 Nov 2026, 9:00 AM, Delivery'. Returns '' if
 * the list row does not contain them.
 */
export function getSummary(module: TicketModule | undefined, ticket: Ticket): string {
  if (!module) return ''
  const ticketWithAbout = { ...ticket, ...ticket.about } as Ticket
  const { heading, line } = module.card
  // Rows of the Services list contain only fields that all modules have, so the heading may be missing.
  if (formatPart(module, ticketWithAbout, heading) === '') return ''
  return [heading, ...line]
    .map((part) => formatPart(module, ticketWithAbout, part))
    .filter(Boolean)
    .join(', ')
}

export function formatTicketLines(ticket: Ticket): string {
  const { ticketNumber, tenant } = ticket
  return [ticketNumber, `${tenant.uoccname}, ${tenant.clientCode}`, getSummary(findModule(ticket), ticket)]
    .filter(Boolean)
    .join('\n')
}
