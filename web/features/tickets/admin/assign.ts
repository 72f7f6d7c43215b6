import { assigneesQuery } from '#features/office-lists/calls.ts'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { askFields } from '#ui/decisions/ask-fields.tsx'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { choice } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

const NOBODY = 0

/** Whether the reader may assign a ticket (rules 4.30). */
export const mayAssign = ({ can }: Ticket): boolean => can.some((ability) => ability !== 'delete')

/** Returns the path of the call that assigns a ticket. */
export const assignPath = ({ path }: TicketModule, { id }: Ticket): string => `/${path.one}/assigned/${id}`

/** Asks who does the work of a ticket. Resolves to the call's input; undefined if the user cancels. */
export async function askAssignee(module: TicketModule, ticket: Ticket): Promise<Details | undefined> {
  const assignees = await queryClient.fetchQuery(assigneesQuery(module.path.one))
  const options = assignees.map(({ id, name }) => ({ value: id, label: name }))
  const field = choice([{ value: NOBODY, label: 'Nobody' }, ...options], {
    label: 'Assignee',
    look: 'select',
    initial: ticket.assignee?.id ?? NOBODY,
  })
  const words = { title: `Who does this ${module.noun.one}?`, okText: 'Assign', name: ticket.ticketNumber }
  const answer = await askFields({ fields: { assigneeId: field } }, words)
  return answer && { assigneeId: answer.assigneeId === NOBODY ? null : answer.assigneeId }
}

/** Says who has a ticket now. */
export function toastAssigned({ ticketNumber, assignee }: Ticket): void {
  toast.success(assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody', ticketNumber)
}

/** Assigns a ticket of a list, once the user has chosen. */
export async function assign(module: TicketModule, ticket: Ticket): Promise<void> {
  try {
    const input = await askAssignee(module, ticket)
    if (!input) return
    const body = { ...input, updated_at: ticket.updated_at }
    toastAssigned(await api.put<Ticket>(assignPath(module, ticket), body))
  } catch (failure) {
    await showFailure(failure)
  }
  for (const queryKey of [['tickets'], ['ticket'], ['desk']]) void queryClient.invalidateQueries({ queryKey })
}
