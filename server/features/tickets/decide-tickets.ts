import type { FastifyBaseLogger } from 'fastify'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, requireFound, type PortalError } from '#platform/errors.ts'
import { toRefusal } from '#platform/http/set-error-answers.ts'
import { parseUpdatedAt } from '#platform/last-seen.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { DecideTicketsBody, TicketVersions } from '@tahanan/contract/tickets/requests.ts'
import { applyTicketUpdate } from './changes.ts'
import { requireFlags, getStatusFlags, getSubmitFlags } from './policy.ts'
import { findTicketRow, listTicketRows } from './repository.ts'

/**
 * Sets the status of several tickets, each in its own transaction and under the same rules as a single change
 * (rules 4.28). Returns the ids of the changed tickets, and for the other tickets the reasons why not. Throws
 * 403 or 400 before any change.
 */
export async function decideTickets(
  services: PlatformContext,
  actor: AdminActor,
  module: TicketModule,
  { tickets, status, remarks }: DecideTicketsBody,
): Promise<DecisionResult> {
  requireFlags(actor, module, [...getSubmitFlags(module), ...getStatusFlags(actor, module, status)])
  const timeZone = services.config.communityTimeZone
  return changeTicketsOneByOne(services, module, tickets, (tx, id, updatedAt) => {
    const update = { body: {}, status, remarks: remarks?.trim(), updatedAt, onlyOnce: true }
    return applyTicketUpdate(tx, actor, module, id, update, timeZone)
  })
}

/**
 * Runs a change for each ticket in its own transaction. Returns the ids of the changed tickets, and for the
 * other tickets the reasons why not. Throws 400 for an invalid `updated_at` before any change.
 */
export async function changeTicketsOneByOne(
  services: PlatformContext,
  module: TicketModule,
  tickets: TicketVersions,
  save: (tx: Tx, id: number, updatedAt: Date | undefined) => Promise<unknown>,
): Promise<DecisionResult> {
  const { db, config, log } = services
  const seenTimes = parseSeenTimes(tickets, config.communityTimeZone)
  const rows = await listTicketRows(db, [...seenTimes.keys()], { module: module.name })
  const ticketNumbers = new Map(rows.map((row) => [row.id, row.ticket_number]))
  const decisionResult: DecisionResult = { done: [], saved: [], refused: [] }
  let outageRefusal: PortalError | undefined
  for (const [id, updatedAt] of seenTimes) {
    let savedAt: Date | undefined
    const saveOne = async (tx: Tx): Promise<void> => {
      await save(tx, id, updatedAt)
      savedAt = requireFound(await findTicketRow(tx, id, { module: module.name })).updated_at
    }
    const refusal = outageRefusal ?? (await runAndGetRefusal(log, () => runInTransaction(services, saveOne)))
    if (refusal?.code === 'unavailable') outageRefusal = refusal
    if (refusal)
      decisionResult.refused.push({ id, ticketNumber: ticketNumbers.get(id) ?? '', ...toReason(refusal) })
    else {
      decisionResult.done.push(id)
      if (savedAt) decisionResult.saved.push({ id, updated_at: savedAt.toISOString() })
    }
  }
  return decisionResult
}

/**
 * Returns by ticket id the `updated_at` that the caller saw. If an id occurs twice, uses the first one.
 * Throws 400 for an invalid time.
 */
function parseSeenTimes(tickets: TicketVersions, timeZone: string): Map<number, Date | undefined> {
  const seenTimes = new Map<number, Date | undefined>()
  const errors: FieldErrors = {}
  for (const ticket of tickets)
    if (!seenTimes.has(ticket.id)) seenTimes.set(ticket.id, parseUpdatedAt(ticket, timeZone, errors))
  if (errors.updated_at) throw createInvalidInputError(errors)
  return seenTimes
}

async function runAndGetRefusal(
  log: FastifyBaseLogger,
  operation: () => Promise<void>,
): Promise<PortalError | undefined> {
  try {
    await operation()
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
