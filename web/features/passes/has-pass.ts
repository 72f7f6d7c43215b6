import { today, wallOf } from '#lib/time.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** Whether a ticket has a pass of today or later (rules 24.1). */
export function hasPass({ pass }: TicketModule, ticket: Ticket): boolean {
  if (!pass || (ticket.status !== STATUS.approved && ticket.status !== STATUS.ongoing)) return false
  const last = ticket[pass.to]
  return typeof last === 'string' && (wallOf(last) ?? '').slice(0, 10) >= today()
}
