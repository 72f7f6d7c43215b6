import { notifyPageViewers } from '#features/notifications/notify.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { isOutdated } from '#platform/last-seen.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { AssignTicketsBody } from '@tahanan/contract/tickets/requests.ts'
import { lockTicketRow, createTicketRefusal } from '../changes.ts'
import { changeTicketsOneByOne } from '../decide-tickets.ts'
import { recordEvent } from '../history.ts'
import { saveAssignee } from '../repository.ts'
import { createAssignedManyNotification, createAssignedNotification } from '../ticket-notifications.ts'
import { findAssignee } from './list-assignees.ts'

interface Assignment {
  readonly assigneeId: number | null
  readonly updatedAt?: Date | undefined
}

/**
 * Assigns a locked ticket and notifies the new assignee, unless the actor is the new assignee (rules 4.30).
 * Throws 404, 400 or 409. Writes nothing if nothing changes.
 */
export async function assignTicket(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  assignment: Assignment,
): Promise<void> {
  const ticket = await saveAssignment(tx, actor, module, id, assignment)
  if (ticket) await notifyAssignee(tx, actor, module, assignment.assigneeId, [ticket])
}

/**
 * Assigns several tickets, each in its own transaction and under the same rules as a single assignment. The
 * new assignee gets one notification about all of them (rules 4.35). Returns the ids of the assigned tickets,
 * and for the other tickets the reasons why not. Throws 400 before any change.
 */
export async function assignTickets(
  services: PlatformContext,
  actor: AdminActor,
  module: TicketModule,
  { tickets, assigneeId }: AssignTicketsBody,
): Promise<DecisionResult> {
  await requireAssignee(services.db, module, assigneeId)
  const assignedTickets = new Map<number, AssignedTicket>()
  const assignResult = await changeTicketsOneByOne(services, module, tickets, async (tx, id, updatedAt) => {
    const ticket = await saveAssignment(tx, actor, module, id, { assigneeId, updatedAt })
    if (ticket) assignedTickets.set(id, ticket)
  })
  const ticketsToNotify = assignResult.done.flatMap((id) => assignedTickets.get(id) ?? [])
  if (ticketsToNotify.length > 0)
    await runInTransaction(services, (tx) => notifyAssignee(tx, actor, module, assigneeId, ticketsToNotify))
  return assignResult
}

interface AssignedTicket {
  readonly id: number
  readonly ticketNumber: string
  readonly tenantId: number | null
}

async function requireAssignee(db: DbOrTx, module: TicketModule, id: number | null) {
  const assignee = id === null ? null : await findAssignee(db, module, id)
  if (assignee === undefined)
    throw createInvalidInputError({
      assigneeId: [`Please choose an administrator who may change ${module.noun.many}.`],
    })
  return assignee
}

async function saveAssignment(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  { assigneeId, updatedAt }: Assignment,
): Promise<AssignedTicket | undefined> {
  const row = await lockTicketRow(tx, actor, module, id)
  const assignee = await requireAssignee(tx, module, assigneeId)
  if (isOutdated(updatedAt, row.updated_at))
    throw await createTicketRefusal(tx, { actor, module, id, code: 'conflict', seen: updatedAt })
  if (assigneeId === row.assignee_id) return undefined
  await saveAssignee(tx, id, assigneeId)
  const event = { ticketId: id, from: row.status, to: row.status, assignee: assignee?.name ?? '' }
  await recordEvent(tx, actor, event)
  return { id, ticketNumber: row.ticket_number, tenantId: row.tenant_id }
}

async function notifyAssignee(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  adminId: number | null,
  tickets: readonly AssignedTicket[],
): Promise<void> {
  const [first, ...otherTickets] = tickets
  if (!first || adminId === null || adminId === actor.id) return
  const isSingleTicket = otherTickets.length === 0
  const assignNotification = isSingleTicket
    ? createAssignedNotification(module, first, actor.name)
    : createAssignedManyNotification(module, tickets, adminId, actor.name)
  const subjectTenantId = isSingleTicket ? first.tenantId : null
  await notifyPageViewers(tx, { ...assignNotification, adminId, page: module.permission, subjectTenantId })
}
