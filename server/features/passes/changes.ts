import { hashToken } from '#features/sessions/sessions.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { sharedSecret, deriveToken } from '#platform/db/shared-secret.ts'
import { requireFound } from '#platform/errors.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import {
  endPass,
  endPassesOf,
  findLatest,
  lockOwnTicket,
  recordEnd,
  saveTokenHash,
  TOKEN_SECRET,
} from './repository.ts'

/**
 * Finds the latest pass of a ticket, with the token of its link; for a resident, only of their own ticket.
 * Throws 404.
 */
export async function requirePass(db: DbOrTx, actor: Actor, ticketId: number) {
  const tenantId = actor.area === 'client' ? actor.id : undefined
  const [pass] = await findLatest(db, { ticketId, tenantId })
  const { id, code, token_hash } = requireFound(pass)
  const token = deriveToken(await sharedSecret(db, TOKEN_SECRET), code)
  // A restored backup derives tokens from another secret.
  const hash = hashToken(token)
  if (!token_hash?.equals(hash)) await saveTokenHash(db, id, hash)
  return { row: requireFound(pass), token }
}

/** Ends the pass of a resident's ticket in any status of the ticket (rules 24.6). Throws 404 without a pass. */
export async function endOwnPass(services: Services, resident: Actor, ticketId: number): Promise<void> {
  await change(services, async (tx) => {
    const { status } = requireFound(await lockOwnTicket(tx, resident.id, ticketId))
    requireFound((await endPass(tx, { ticketId, reason: 'resident' }))[0])
    await recordEnd(tx, ticketId, { status, ...resident })
  })
}

/** Ends the passes of a deleted tenant, and notifies the gates (rules 24.3). */
export async function endPassesOfTenant(tx: Tx, tenantId: number): Promise<void> {
  await publishEvent(tx, 'gate', ...(await endPassesOf(tx, tenantId)))
}
