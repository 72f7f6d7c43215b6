import type { FastifyBaseLogger } from 'fastify'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { invalidInput, requireFound, type PortalError } from '#platform/errors.ts'
import { toRefusal } from '#platform/http/answer-errors.ts'
import { parseUpdatedAt } from '#platform/last-seen.ts'
import { change, type Services } from '#platform/services.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Decided } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { DecidedTickets, SeenTickets } from '@tahanan/contract/tickets/requests.ts'
import { updateOne } from './changes.ts'
import { requireFlags, getStatusFlags, getSubmitFlags } from './policy.ts'
import { findRow, findRows } from './repository.ts'

/**
 * Sets the status of several tickets, each in its own transaction and under the same rules as a single change
 * (rules 4.28). Returns the ids of the changed tickets, and for the other tickets the reasons why not. Throws
 * 403 or 400 before any change.
 */
export async function decideMany(
  services: Services,
  actor: AdminActor,
  module: TicketModule,
  { tickets, status, remarks }: DecidedTickets,
): Promise<Decided> {
  requireFlags(actor, module, [...getSubmitFlags(module), ...getStatusFlags(actor, module, status)])
  const timeZone = services.config.communityTimeZone
  return changeEach(services, module, tickets, (tx, id, updatedAt) => {
    const update = { body: {}, status, remarks: remarks?.trim(), updatedAt, onlyOnce: true }
    return updateOne(tx, actor, module, id, update, timeZone)
  })
}

/**
 * Runs a change for each ticket in its own transaction. Returns the ids of the changed tickets, and for the
 * other tickets the reasons why not. Throws 400 for an invalid `updated_at` before any change.
 */
export async function changeEach(
  services: Services,
  module: TicketModule,
  tickets: SeenTickets,
  save: (tx: Tx, id: number, updatedAt: Date | undefined) => Promise<unknown>,
): Promise<Decided> {
  const { db, config, log } = services
  const seen = parseSeen(tickets, config.communityTimeZone)
  const rows = await findRows(db, [...seen.keys()], { module: module.name })
  const numbers = new Map(rows.map((row) => [row.id, row.ticket_number]))
  const decided: Decided = { done: [], saved: [], refused: [] }
  let outage: PortalError | undefined
  for (const [id, updatedAt] of seen) {
    let savedAt: Date | undefined
    const saveOne = async (tx: Tx): Promise<void> => {
      await save(tx, id, updatedAt)
      savedAt = requireFound(await findRow(tx, id, { module: module.name })).updated_at
    }
    const refusal = outage ?? (await findRefusal(log, () => change(services, saveOne)))
    if (refusal?.code === 'unavailable') outage = refusal
    if (refusal) decided.refused.push({ id, ticketNumber: numbers.get(id) ?? '', ...toReason(refusal) })
    else {
      decided.done.push(id)
      if (savedAt) decided.saved.push({ id, updated_at: savedAt.toISOString() })
    }
  }
  return decided
}

/**
 * Returns by ticket id the `updated_at` that the caller saw. If an id occurs twice, the first one counts.
 * Throws 400 for an invalid time.
 */
function parseSeen(tickets: SeenTickets, timeZone: string): Map<number, Date | undefined> {
  const seen = new Map<number, Date | undefined>()
  const errors: FieldErrors = {}
  for (const ticket of tickets)
    if (!seen.has(ticket.id)) seen.set(ticket.id, parseUpdatedAt(ticket, timeZone, errors))
  if (errors.updated_at) throw invalidInput(errors)
  return seen
}

/** Runs a change and returns the error that refused it; undefined if it succeeded. Logs unexpected errors. */
async function findRefusal(
  log: FastifyBaseLogger,
  work: () => Promise<void>,
): Promise<PortalError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal !== error) log.error({ err: error }, 'a ticket of many could not be decided')
    return refusal
  }
}

const toReason = ({ code, message, errors }: PortalError) => ({
  code,
  message: errors ? Object.values(errors).flat().join(' ') : message,
})
