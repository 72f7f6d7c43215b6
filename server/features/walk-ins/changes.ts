import { readIsBarred } from '#features/do-not-admit/repository.ts'
import { authorOf, insertEntry } from '#features/gate/repository.ts'
import { readGateSettings } from '#features/passes/gate-settings.ts'
import { makeWalkInPass } from '#features/passes/make-pass.ts'
import { tokenHash } from '#features/sessions/sessions.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { invalidInput, PortalError, requireFound } from '#platform/errors.ts'
import { wakeChore } from '#platform/jobs/queue.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import { MOST_UNANSWERED, PUSH_ANSWER_SECONDS } from '@tahanan/contract/gate/walk-in-form.ts'
import { ANSWERER_LABELS, WALK_IN_LABELS, type Answerer } from '@tahanan/contract/gate/words.ts'
import { answerToken, noticeAsked, noticeOutcome } from './notices.ts'
import {
  countUnanswered,
  endTokens,
  findByKey,
  findWalkIns,
  insertWalkIn,
  lockTenant,
  lockWalkIn,
  turnIntoCalls,
  writeAnswer,
  type WalkInRow,
} from './repository.ts'

export interface NewWalkIn {
  readonly key: string
  readonly tenantId: number
  readonly name: string
  readonly purpose: string
  readonly people: number
  readonly plate: string
}

/** Throws 409 for a name or plate of the do-not-admit list, and writes the refusal into the log. */
export async function requireAdmitted(
  services: Services,
  actor: AdminActor,
  walkIn: NewWalkIn,
): Promise<void> {
  const isBarred = await readIsBarred(services.db, services.config.communityTimeZone)
  if (!isBarred([walkIn.name], walkIn.plate)) return
  await change(services, async (tx) => {
    await requireTenant(tx, walkIn.tenantId)
    await insertEntry(tx, refusalOf(actor, walkIn))
  })
  throw new PortalError('askOffice')
}

async function requireTenant(tx: Tx, id: number): Promise<void> {
  if (!(await lockTenant(tx, id))) throw invalidInput({ tenantId: ['Please choose a unit.'] })
}

/** Returns the entry of the log about people of the do-not-admit list. */
function refusalOf(actor: AdminActor, walkIn: NewWalkIn) {
  const at = new Date()
  return {
    key: walkIn.key,
    tenant_id: walkIn.tenantId,
    kind: 'refused',
    verdict: 'askOffice',
    mark: 'barred',
    people: walkIn.people,
    name: walkIn.name,
    note: walkIn.purpose,
    ...authorOf(actor),
    at,
    device_at: at,
  } as const
}

/**
 * Registers people at the gate and asks their resident; after ten unanswered questions within an hour only by
 * a call (rules 24.54). A key that was used answers what it made. Throws 400 for an unknown tenant.
 */
export async function registerWalkIn(
  tx: Tx,
  actor: AdminActor,
  { key, tenantId, ...walkIn }: NewWalkIn,
): Promise<WalkInRow> {
  await requireTenant(tx, tenantId)
  const isAsked = (await countUnanswered(tx, tenantId)) < MOST_UNANSWERED
  const { walkInSeconds: seconds } = await readGateSettings(tx)
  const now = Date.now()
  const made = await insertWalkIn(tx, {
    ...walkIn,
    key,
    tenant_id: tenantId,
    gate_id: actor.gate?.id ?? null,
    device_id: actor.gate?.deviceId ?? null,
    admin_id: actor.id,
    admin_name: actor.name,
    state: isAsked ? 'asked' : 'call',
    call_at: new Date(isAsked ? now + seconds * 1000 : now),
    ...(isAsked && {
      answer_hash: tokenHash(await answerToken(tx, key)),
      answer_ends_at: new Date(now + PUSH_ANSWER_SECONDS * 1000),
    }),
  })
  const row = requireFound(await findByKey(tx, key))
  if (!made) {
    if (row.admin_id !== actor.id || row.tenant_id !== tenantId) throw new PortalError('keyReused')
    return row
  }
  if (isAsked) {
    await noticeAsked(tx, row)
    // The next run of the queue may be seconds away.
    await wakeChore(tx, 'fan-out')
  }
  await tellBoth(tx, row)
  return row
}

/** Author of an answer: its tenant in the portal or by push, or a guard. */
export type AnsweredBy =
  | { readonly by: Exclude<Answerer, 'guard'>; readonly tenantId: number }
  | { readonly by: 'guard' }

/**
 * Writes the first answer about a walk-in of today, and makes the pass of who is let in. Throws 404, and 409
 * with the answer that was first or for a guard before the time is over (rules 24.55).
 */
export async function answerWalkIn(
  tx: Tx,
  answerer: AnsweredBy,
  { id, answer }: { readonly id: number; readonly answer: 'allow' | 'deny' },
  timeZone: string,
): Promise<WalkInRow> {
  const row = requireFound(await lockWalkIn(tx, id, timeZone))
  const isGuard = answerer.by === 'guard'
  if (!isGuard && row.tenant_id !== answerer.tenantId) throw requireFound(null)
  if (row.answered_by) throw new PortalError('walkInAnswered', { blanks: { answer: describeAnswer(row) } })
  if (isGuard && row.state !== 'call') throw new PortalError('walkInAsked')
  const state = answer === 'allow' ? 'allowed' : 'denied'
  await writeAnswer(tx, id, { state, answered_by: answerer.by })
  if (state === 'allowed') await makeWalkInPass(tx, row, timeZone)
  const answered = requireFound((await findWalkIns(tx, [id]))[0])
  await noticeOutcome(tx, answered)
  await wakeChore(tx, 'deliver-push')
  await tellBoth(tx, answered)
  return answered
}

/** Returns how a walk-in was answered: 'let in by the resident.' */
const describeAnswer = ({ state, answered_by: by }: WalkInRow): string =>
  `${WALK_IN_LABELS[state].toLowerCase()} ${by ? ANSWERER_LABELS[by] : ''}.`

async function tellBoth(tx: Tx, { id }: Pick<WalkInRow, 'id'>): Promise<void> {
  await tell(tx, 'walkIn', { id })
  await tell(tx, 'gate', {})
}

/** Turns questions whose time is over into calls, and ends the answers of their push messages. */
export async function followWalkIns(tx: Tx): Promise<void> {
  for (const row of await turnIntoCalls(tx)) await tellBoth(tx, row)
  for (const row of await endTokens(tx)) await noticeOutcome(tx, { ...row, state: 'call', answered_by: null })
}
