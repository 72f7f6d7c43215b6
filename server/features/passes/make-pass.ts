import { hash, randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { tokenHash } from '#features/sessions/sessions.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { sharedSecret, tokenOf } from '#platform/db/shared-secret.ts'
import { AGAIN } from '#platform/jobs/define-task.ts'
import { change, type Services } from '#platform/services.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { CODE_LENGTH, CODE_LETTERS, type EndReason } from '@tahanan/contract/gate/words.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { startOfDay } from '@tahanan/contract/time.ts'
import { INITIAL_GATE_SETTINGS } from './gate-settings.ts'
import { selectGatePasses, type GatePassRow } from './read-passes.ts'
import { ADMITTING, endPass, insertPass, lockWithoutPass, TOKEN_SECRET, type NewPass } from './repository.ts'

/** State of a ticket on which its pass depends. */
interface PassState {
  readonly tenantId: number
  readonly status: number
  readonly details: Readonly<Details>
}

/**
 * Makes, renews or ends the pass of a locked ticket after a change (rules 24.1, 24.3), in one query; none for
 * changes that do not concern it.
 */
export async function updatePass(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { before, after, timeZone }: { before: PassState; after: PassState; timeZone: string },
): Promise<void> {
  const [old, next] = [passOf(module, before), passOf(module, after)]
  if (!old && !next) return
  if (!next) {
    await endPass(tx, { ticketId, reason: after.status === STATUS.deleted ? 'deleted' : 'status' })
    return
  }
  const { tenantId } = after
  if (old && tenantId === before.tenantId && old.from === next.from && old.to === next.to) return
  const reason: EndReason = tenantId === before.tenantId ? 'date' : 'tenant'
  await makePass(tx, { ...next, tenantId, ticketId, reason, timeZone })
}

/** Returns what the details say about the pass of a ticket that lets people in. */
function passOf({ pass }: TicketModule, { status, details }: PassState) {
  if (!pass || !ADMITTING.includes(status)) return undefined
  const [from, to] = [details[pass.from], details[pass.to]]
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const workers = pass.workers === undefined ? [] : details[pass.workers]
  const people = Array.isArray(workers) && workers.length > 0 ? workers.length : 1
  return { from, to, people, hours: pass.hours, entries: pass.entries }
}

/** Codes to try, which fail if they are drawn a second time: one of 10^11. */
const TRIES = 5

/** Secret of the database that this process last made a pass in. */
let lastSecret: Buffer | undefined

async function makePass(tx: Tx, pass: NewPass): Promise<void> {
  const initial = JSON.stringify(INITIAL_GATE_SETTINGS)
  for (let tries = 0; tries < TRIES; tries++) {
    const secret = lastSecret ?? (await sharedSecret(tx, TOKEN_SECRET))
    const code = newCode()
    const made = await insertPass(tx, {
      ...pass,
      code,
      tokenHash: tokenHash(tokenOf(secret, code)),
      secretHash: hash('sha256', secret, 'buffer'),
      initial,
    })
    // Checked in the query, since a secret that a transaction makes may be rolled back.
    lastSecret = made.length > 0 ? secret : undefined
    if (lastSecret) return
  }
  throw new Error('no pass could be made')
}

/** Returns a random code. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Tickets of a module that get their missing passes at a time. */
const BATCH = 200

/** Makes missing passes, so that guests of tickets that an older version approved are let in (rules 24.4). */
export async function makeMissingPasses({ config, ...services }: Services): Promise<unknown> {
  const timeZone = config.communityTimeZone
  const made = await change(services, (tx) => insertMissingPasses(tx, { timeZone, limit: BATCH }))
  return made < BATCH ? undefined : AGAIN
}

/** Makes the passes of approved tickets, of today or later, that never had one. Returns their number. */
export async function insertMissingPasses(
  tx: Tx,
  { timeZone, limit, now = new Date() }: { timeZone: string; limit: number; now?: Date },
): Promise<number> {
  const since = startOfDay(now, timeZone)
  let made = 0
  for (const module of MODULES) {
    if (!module.pass) continue
    const rows = await lockWithoutPass(tx, module.name, { to: module.pass.to, since, limit })
    for (const { id, tenant_id: tenantId, status, details } of rows) {
      const after = { tenantId, status, details }
      await updatePass(tx, module, id, { before: { ...after, status: STATUS.approval }, after, timeZone })
    }
    made += rows.length
  }
  return made
}

/**
 * Makes the pass of a walk-in that was let in: one entry for its people, until the day ends. Returns the one
 * that it has already.
 */
export async function makeWalkInPass(
  tx: Tx,
  walkIn: Pick<Selectable<DB['walk_ins']>, 'id' | 'tenant_id' | 'people'>,
  timeZone: string,
): Promise<GatePassRow> {
  const today = sql`(clock_timestamp() at time zone ${timeZone})::date`
  await tx
    .insertInto('gate_passes')
    .values({
      tenant_id: walkIn.tenant_id,
      walk_in_id: walkIn.id,
      code: newCode(),
      valid_from: CLOCK,
      valid_to: sql`(${today} + time '23:59:59.999') at time zone ${timeZone}`,
      entries: 'one',
      people: walkIn.people,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await selectGatePasses(tx).where('p.walk_in_id', '=', walkIn.id).executeTakeFirst()
  // The code of another pass was drawn.
  return made ?? makeWalkInPass(tx, walkIn, timeZone)
}
