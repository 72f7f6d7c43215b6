import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { type Details, missingForApproval } from '@tahanan/contract/forms/validate.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { can } from '../ticket.ts'

/** Returns the verb of a call for its button: `approved` is 'approve', `verified` 'verify'. */
export function verbOf({ path }: Pick<TicketAction, 'path'>): string {
  if (path.endsWith('ied')) return `${path.slice(0, -3)}y`
  return path.endsWith('ted') ? path.slice(0, -2) : path.replace(/d$/, '')
}

/** Returns messages for the fields that a ticket lacks before this step (rules 5.5). */
export function missingForAction(
  module: TicketModule,
  action: TicketAction,
  details: Readonly<Details>,
): FieldErrors {
  const approves = action.does === 'status' && action.status === STATUS.approved
  return approves ? missingForApproval(module, details) : {}
}

/**
 * Returns the step calls that fit a ticket now: a status step only while the ticket waits for it, and no verification before
 * the decision of whoever may decide.
 */
export function openActions(module: TicketModule, ticket: Ticket): TicketAction[] {
  const decides = ticket.status === 1 && ticket.can.some((ability) => /^status\.[2-6]$/.test(ability))
  return module.actions.filter((action) =>
    action.does === 'verify'
      ? !decides && can(ticket, 'verify')
      : ticket.status === 1 && can(ticket, `status.${action.status}`),
  )
}
