import { hash, randomInt } from 'node:crypto'
import { hashToken } from '#features/sessions/sessions.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { getSharedSecret, deriveToken } from '#platform/db/get-shared-secret.ts'
import { requireFound } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { CODE_LENGTH, CODE_CHARACTERS, type PassEndReason } from '@tahanan/contract/gate/labels-and-codes.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { ModulePass, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { INITIAL_GATE_SETTINGS } from './find-gate-settings.ts'
import { ADMITTING_STATUSES } from './gate-pass-row.ts'
import {
  endPass,
  endPassesOfTenantId,
  findLatestPass,
  insertPass,
  lockOwnTicket,
  insertPassEndEvent,
  saveTokenHash,
  updatePeople,
  TOKEN_SECRET,
  type NewPass,
} from './repository.ts'

interface PassState {
  readonly tenantId: number
  readonly status: number
  readonly details: Readonly<Details>
}

/**
 * Creates, renews or ends the pass of a ticket after a change of the ticket (rules 24.1, 24.3). The caller
 * has locked the ticket. Runs no query if the change does not concern the pass, otherwise one.
 */
export async function updatePass(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { before, after, timeZone }: { before: PassState; after: PassState; timeZone: string },
): Promise<void> {
  const [previous, next] = [toPass(module, before), toPass(module, after)]
  if (!next) {
    // The pass of a completed visit may still admit until midnight (rules 24.10), so the same changes end it.
    const mayReturn = before.status === STATUS.completed && isVisitChanged(module, before, after)
    if (previous || mayReturn) await endPass(tx, { ticketId, reason: getEndReason(before, after) })
    return
  }
  const { tenantId } = after
  if (previous && tenantId === before.tenantId && previous.from === next.from && previous.to === next.to) {
    if (previous.people !== next.people) await updatePeople(tx, ticketId, next.people)
    return
  }
  const reason: PassEndReason = tenantId === before.tenantId ? 'date' : 'tenant'
  await createPass(tx, { ...next, tenantId, ticketId, reason, timeZone })
}

function isVisitChanged({ pass }: TicketModule, before: PassState, after: PassState): boolean {
  if (!pass) return false
  return (
    before.status !== after.status ||
    before.tenantId !== after.tenantId ||
    [pass.from, pass.to].some((key) => before.details[key] !== after.details[key])
  )
}

function getEndReason(before: PassState, after: PassState): PassEndReason {
  if (after.status === STATUS.deleted) return 'deleted'
  if (after.status !== before.status) return 'status'
  return after.tenantId === before.tenantId ? 'date' : 'tenant'
}

function toPass({ pass }: TicketModule, { status, details }: PassState) {
  if (!pass || !ADMITTING_STATUSES.includes(status)) return undefined
  const [from, to] = [details[pass.from], details[pass.to]]
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const people = countPeople(pass, details)
  return { from, to, people, hours: pass.hours, entries: pass.entries }
}

function countPeople({ workers, people }: ModulePass, details: Readonly<Details>): number {
  const [workerList, number] = [details[workers ?? ''], details[people ?? '']]
  if (Array.isArray(workerList) && workerList.length > 0) return workerList.length
  return typeof number === 'number' ? number : 1
}

/** Maximum attempts to draw an unused code. One is usually enough, because there are 10^11 codes. */
const MAX_TRIES = 5

/** Secret with which this process last created a pass. It is kept in memory to save a query. */
let lastSecret: Buffer | undefined

/** Creates the next pass of a ticket. A ticket of a deleted tenant gets none (rules 24.4). */
async function createPass(tx: Tx, pass: NewPass): Promise<void> {
  const initialSettings = JSON.stringify(INITIAL_GATE_SETTINGS)
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const secret = lastSecret ?? (await getSharedSecret(tx, TOKEN_SECRET))
    const code = createCode()
    const [result] = await insertPass(tx, {
      ...pass,
      code,
      tokenHash: hashToken(deriveToken(secret, code)),
      secretHash: hash('sha256', secret, 'buffer'),
      initialSettings,
    })
    if (!result?.hasActiveTenant) return
    // The secret is cached only if the query found its hash in the database, because a new secret may have
    // been rolled back with its transaction.
    lastSecret = result.isInserted ? secret : undefined
    if (lastSecret) return
  }
  throw new Error('no pass could be made')
}

export const createCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('')

/**
 * Finds the ticket's latest pass and computes the token of its link. Throws 404 without a pass and for
 * another resident's ticket.
 */
export async function requirePass(db: DbOrTx, actor: Actor, ticketId: number) {
  const tenantId = actor.area === 'client' ? actor.id : undefined
  const [pass] = await findLatestPass(db, { ticketId, tenantId })
  const { id, code, token_hash } = requireFound(pass)
  const token = deriveToken(await getSharedSecret(db, TOKEN_SECRET), code)
  // After a restore of a backup the secret is different, so the token is too and its stored hash must be
  // renewed.
  const hash = hashToken(token)
  if (!token_hash?.equals(hash)) await saveTokenHash(db, id, hash)
  return { row: requireFound(pass), token }
}

/**
 * Ends the pass of the resident's own ticket, in any status of the ticket (rules 24.6). Throws 404 without a
 * pass.
 */
export async function endOwnPass(
  services: PlatformContext,
  resident: Actor,
  ticketId: number,
): Promise<void> {
  await runInTransaction(services, async (tx) => {
    const { status } = requireFound(await lockOwnTicket(tx, resident.id, ticketId))
    requireFound((await endPass(tx, { ticketId, reason: 'resident' }))[0])
    await insertPassEndEvent(tx, ticketId, { status, ...resident })
  })
}

/** Ends all passes of a tenant and informs the gates (rules 24.3). */
export async function endPassesOfTenant(tx: Tx, tenantId: number): Promise<void> {
  await publishEvent(tx, 'gate', ...(await endPassesOfTenantId(tx, tenantId)))
}
