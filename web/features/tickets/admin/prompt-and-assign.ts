import type { ReactNode } from 'react'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createAssigneesQuery } from '#lib/api/row-queries.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { choice } from '@tahanan/contract/forms/fields.ts'
import { rolesAllow, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { Assignee, Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getChangeFlags, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { recordOwnVersion } from '../own-versions.ts'
import { formatTicketLines } from '../summary.ts'
import { refreshTickets } from './apply-step.ts'

const NOBODY_ID = 0

/** Returns whether a user with these roles may assign tickets of a module (rules 4.30). */
export const mayAssign = (module: TicketModule, roles: readonly RoleEntry[]): boolean =>
  getChangeFlags(module).some((flag) => rolesAllow(roles, module.permission, flag))

export async function promptAndAssign(module: TicketModule, ticket: Ticket): Promise<boolean> {
  const assigneeAnswer = await promptForAssignee(module, {
    title: `Who does this ${module.noun.one}?`,
    name: formatTicketLines(ticket),
    start: ticket.assignee?.id ?? NOBODY_ID,
    send: async (assigneeId) => {
      const requestBody = { assigneeId, updated_at: ticket.updated_at }
      const savedTicket = await api.put<Ticket>(`/${module.path.one}/assigned/${ticket.id}`, requestBody)
      const { assignee } = savedTicket
      recordOwnVersion(savedTicket)
      toast.success(assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody', ticket.ticketNumber)
    },
  })
  void refreshTickets()
  return assigneeAnswer !== undefined
}

interface AssigneeQuestion {
  readonly title: string
  readonly name: ReactNode
  readonly start?: number
  readonly send?: (assigneeId: number | null) => Promise<unknown>
}

export async function promptForAssignee(
  module: TicketModule,
  { title, name, start, send }: AssigneeQuestion,
): Promise<{ id: number | null; name: string } | undefined> {
  try {
    const assignees = await disableShortcutsWhile(
      queryClient.fetchQuery(createAssigneesQuery(module.path.one)),
    )
    const field = choice(toOptions(assignees), {
      label: 'Assignee',
      variant: 'select',
      required: 'Please choose an administrator, or nobody.',
      ...(start !== undefined && { initial: start }),
    })
    const toId = (value: unknown): number | null => (value === NOBODY_ID ? null : Number(value))
    const promptedFields = await promptForFields(
      { fields: { assigneeId: field } },
      { title, okText: 'Assign', name },
      send && (({ assigneeId }) => send(toId(assigneeId))),
    )
    if (!promptedFields) return undefined
    const id = toId(promptedFields.assigneeId)
    return { id, name: assignees.find((assignee) => assignee.id === id)?.name ?? 'nobody' }
  } catch (failure) {
    await showFailure(failure)
    return undefined
  }
}

const toOptions = (assignees: readonly Assignee[]) => [
  { value: NOBODY_ID, label: 'Nobody' },
  ...assignees.map(({ id, name }) => ({ value: id, label: name })),
]
