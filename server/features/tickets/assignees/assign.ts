import { notifyPage } from '#features/notifications/notify.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { invalidInput } from '#platform/errors.ts'
import { isOutdated } from '#platform/last-seen.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { lockTicket, refuseChanged } from '../changes.ts'
import { recordEvent } from '../history.ts'
import { assignedNotice } from '../notices.ts'
import { saveAssignee } from '../repository.ts'
import { findAssignee } from './changers.ts'

interface Assignment {
  /** Null for nobody. */
  readonly assigneeId: number | null
  /** The `updated_at` that the caller last saw. */
  readonly updatedAt?: Date
}

/**
 * Assigns a locked ticket and notifies the new assignee, unless they did it themselves (rules 4.30). Throws
 * 404, 400 or 409; writes nothing if nothing changes.
 */
export async function assignOne(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  { assigneeId, updatedAt }: Assignment,
): Promise<void> {
  const row = await lockTicket(tx, actor, module, id)
  const assignee = assigneeId === null ? null : await findAssignee(tx, module, assigneeId)
  if (assignee === undefined)
    throw invalidInput({ assigneeId: [`Please choose an administrator who may change ${module.noun.many}.`] })
  if (isOutdated(updatedAt, row.updated_at))
    throw await refuseChanged(tx, { actor, module, id, code: 'conflict', seen: updatedAt })
  if (assigneeId === row.assignee_id) return
  await saveAssignee(tx, id, assigneeId)
  const event = { ticketId: id, from: row.status, to: row.status, assignee: assignee?.name ?? '' }
  await recordEvent(tx, actor, event)
  if (assigneeId === null || assigneeId === actor.id) return
  const notice = assignedNotice(module, { id, ticketNumber: row.ticket_number }, actor.name)
  const reader = { adminId: assigneeId, page: module.permission, subjectTenantId: row.tenant_id }
  await notifyPage(tx, { ...reader, ...notice })
}
