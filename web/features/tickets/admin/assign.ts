import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { assigneesQuery } from '#lib/api/records.ts'
import { holdKeysWhile } from '#lib/keys/held-keys.tsx'
import { askFields } from '#ui/decisions/ask-fields.tsx'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { choice } from '@tahanan/contract/forms/fields.ts'
import { allows, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { Assignee, Ticket } from '@tahanan/contract/tickets/answers.ts'
import { changeFlags, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { noteOwnVersion } from '../own-versions.ts'
import { ticketLines } from '../summary.ts'
import { refreshTickets } from './take-step.ts'

const NOBODY = 0

/** Whether the reader may assign tickets of a module (rules 4.30). */
export const mayAssign = (module: TicketModule, roles: readonly RoleEntry[]): boolean =>
  changeFlags(module).some((flag) => allows(roles, module.permission, flag))

/** Asks who does the work of a ticket, and assigns it. Resolves to whether it is assigned. */
export async function assign(module: TicketModule, ticket: Ticket): Promise<boolean> {
  try {
    const assignees = await holdKeysWhile(queryClient.fetchQuery(assigneesQuery(module.path.one)))
    return await askAssignee(module, ticket, assignees)
  } catch (failure) {
    await showFailure(failure)
    return false
  }
}

async function askAssignee(
  module: TicketModule,
  ticket: Ticket,
  assignees: readonly Assignee[],
): Promise<boolean> {
  const options = assignees.map(({ id, name }) => ({ value: id, label: name }))
  const field = choice([{ value: NOBODY, label: 'Nobody' }, ...options], {
    label: 'Assignee',
    look: 'select',
    initial: ticket.assignee?.id ?? NOBODY,
  })
  const words = { title: `Who does this ${module.noun.one}?`, okText: 'Assign', name: ticketLines(ticket) }
  const answer = await askFields({ fields: { assigneeId: field } }, words, async ({ assigneeId: chosen }) => {
    const body = { assigneeId: chosen === NOBODY ? null : chosen, updated_at: ticket.updated_at }
    const saved = await api.put<Ticket>(`/${module.path.one}/assigned/${ticket.id}`, body)
    const { assignee } = saved
    noteOwnVersion(saved)
    toast.success(assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody', ticket.ticketNumber)
  })
  void refreshTickets()
  return answer !== undefined
}
