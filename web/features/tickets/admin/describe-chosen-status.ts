import { formatDateTime } from '#lib/time.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getApprover } from '../ticket.ts'

/** Returns a note on the chosen status: its effect, or the approver's name. */
export function describeChosenStatus(ticket: Ticket, chosen: number): string | undefined {
  if (chosen !== ticket.status) {
    return chosen === STATUS.approved && !ticket.approver
      ? 'On submit you are recorded as the approver, and the tenant is told at once.'
      : 'On submit the tenant is told at once.'
  }
  const approver = getApprover(ticket)
  if (!approver) return undefined
  const at = typeof ticket.approvalDate === 'string' ? `, ${formatDateTime(ticket.approvalDate)}` : ''
  return `Approved by ${approver.name}${at}`
}
