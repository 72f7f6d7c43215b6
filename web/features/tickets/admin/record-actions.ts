import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { type Details, missingForApproval } from '@tahanan/contract/forms/validate.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { can } from '../ticket.ts'

/** Returns the verb of a call for its button: 'approve' for `approved`, 'verify' for `verified`. */
export function verbOf({ path }: Pick<TicketAction, 'path'>): string {
  if (path.endsWith('ied')) return `${path.slice(0, -3)}y`
  return path.endsWith('ted') ? path.slice(0, -2) : path.replace(/d$/, '')
}

/** Returns errors for fields that this step requires (rules 5.5). */
export function missingForAction(
  module: TicketModule,
  action: TicketAction,
  details: Readonly<Details>,
): FieldErrors {
  const approves = action.does === 'status' && action.status === STATUS.approved
  return approves ? missingForApproval(module, details) : {}
}

/** Returns the steps possible now; one who may decide cannot verify before the decision. */
export function openActions(module: TicketModule, ticket: Ticket): TicketAction[] {
  const mayDecide =
    ticket.status === STATUS.approval && ticket.can.some((ability) => /^status\.[2-6]$/.test(ability))
  return module.actions.filter((action) =>
    action.does === 'verify'
      ? !mayDecide && can(ticket, 'verify')
      : ticket.status === STATUS.approval && can(ticket, `status.${action.status}`),
  )
}
