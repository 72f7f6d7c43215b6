import { hasPermission, type Actor } from '#platform/actor.ts'
import type { ViewedRows } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { getFileKeys } from '#platform/files/claim-files.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import { canSeePrivateFields } from './policy.ts'
import { findTicketRow } from './repository.ts'

/**
 * Returns true if the actor may open a file of a ticket: the ticket's resident, or an administrator who may
 * view the module. For files of private fields (a visitor's identity card), administrators also need the flag
 * for private fields (rules 6.11, 6.17).
 */
export async function mayReadTicketFile(
  db: DbOrTx,
  actor: Actor,
  ticketId: number,
  key: string,
): Promise<boolean | ViewedRows> {
  const tenantId = actor.area === 'client' ? actor.id : undefined
  const row = await findTicketRow(db, ticketId, { tenantId })
  if (!row || !isKnownModule(row.module)) return false
  const module = getModule(row.module)
  if (actor.area !== 'client' && !hasPermission(actor, module.permission, 'view')) return false
  const seesPrivateFields = canSeePrivateFields(actor, module)
  const fieldOfFile = Object.entries(module.fields).find(
    ([name, field]) =>
      field.kind === 'files' &&
      (seesPrivateFields || !field.private) &&
      getFileKeys(row.details[name]).includes(key),
  )
  if (!fieldOfFile?.[1].private) return fieldOfFile !== undefined
  return { subject: 'tickets', records: [{ id: ticketId, name: row.ticket_number }] }
}
