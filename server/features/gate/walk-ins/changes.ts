import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { loadBarredCheck } from '#features/gate/do-not-admit/repository.ts'
import { toAuthorColumns, insertEntry, toUuid } from '#features/gate/repository.ts'
import { createWalkInPass } from '#features/passes/create-walk-in-pass.ts'
import { findGateSettings } from '#features/passes/find-gate-settings.ts'
import { hashToken } from '#features/sessions/sessions.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { runPeriodicTaskNow } from '#platform/jobs/queue.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import {
  WALK_IN_ANSWERER_LABELS,
  WALK_IN_LABELS,
  type AnswererKind,
} from '@tahanan/contract/gate/labels-and-codes.ts'
import {
  MAX_OPEN_QUESTIONS,
  MAX_UNANSWERED_QUESTIONS,
  PUSH_ANSWER_SECONDS,
} from '@tahanan/contract/gate/walk-in-form.ts'
import {
  countUnanswered,
  expireAnswerTokens,
  findWalkInByKey,
  listWalkInsByIds,
  insertWalkIn,
  isLogged,
  lockTenant,
  lockWalkIn,
  markExpiredAsCall,
  writeAnswer,
  type WalkInRow,
} from './repository.ts'
import {
  deriveAnswerToken,
  notifyResidentOfWalkIn,
  notifyResidentOfOutcome,
} from './walk-in-notifications.ts'

export interface NewWalkIn {
  readonly key: string
  readonly tenantId: number
  readonly name: string
  readonly purpose: string
  readonly people: number
  readonly plate: string
  /**
   * Name of the administrator who allowed the entry of a person on the do-not-admit list; '' if nobody did.
   */
  readonly officeYes: string
}

/**
 * Checks a walk-in (visitor without a pass) against the do-not-admit list. Throws 409 if the name or plate is
 * on the list and the office did not approve; each refused attempt is logged. Clears `officeYes` in the
 * result if no approval was needed.
 */
export async function requireNotBarred(
  services: PlatformContext,
  actor: AdminActor,
  walkIn: NewWalkIn,
): Promise<NewWalkIn> {
  const isBarred = await loadBarredCheck(services.db, services.config.communityTimeZone)
  if (!isBarred([walkIn.name], walkIn.plate)) return { ...walkIn, officeYes: '' }
  if (walkIn.officeYes !== '') return walkIn
  await runInTransaction(services, async (tx) => {
    await requireTenant(tx, walkIn.tenantId)
    await logAttempt(tx, toRefusedEntry(actor, walkIn))
  })
  throw new PortalError('askOffice')
}

async function requireTenant(tx: Tx, id: number): Promise<void> {
  if (!(await lockTenant(tx, id))) throw createInvalidInputError({ tenantId: ['Please choose a unit.'] })
}

/**
 * Logs a refused attempt to enter. A repeated call is logged once. If the guard changed the people in the
 * same form, the attempt is logged again under another key.
 */
async function logAttempt(tx: Tx, attempt: ReturnType<typeof toRefusedEntry>): Promise<void> {
  if ((await insertEntry(tx, attempt)) || (await isLogged(tx, attempt))) return
  const { key, name, plate, people, note } = attempt
  await insertEntry(tx, { ...attempt, key: toUuid(JSON.stringify([key, name, plate, people, note])) })
}

function toRefusedEntry(actor: AdminActor, walkIn: NewWalkIn) {
  const at = new Date()
  return {
    key: walkIn.key,
    tenant_id: walkIn.tenantId,
    kind: 'refused',
    verdict: 'askOffice',
    mark: 'barred',
    people: walkIn.people,
    name: walkIn.name,
    plate: walkIn.plate,
    note: walkIn.purpose,
    ...toAuthorColumns(actor),
    at,
    device_at: at,
  } as const
}

/**
 * Registers visitors without a pass and asks their resident whether they may enter. If the resident has three
 * open questions, or did not answer ten within an hour, the guard must phone instead of this question (rules
 * 24.54). A repeated key returns the walk-in that it created, or throws `keyReused` if the content or guard
 * differs. Throws 400 for an unknown tenant.
 */
export async function registerWalkIn(
  tx: Tx,
  actor: AdminActor,
  { key, tenantId, officeYes, ...walkIn }: NewWalkIn,
): Promise<WalkInRow> {
  await requireTenant(tx, tenantId)
  const { hourly, open } = await countUnanswered(tx, tenantId)
  const canAskResident = hourly < MAX_UNANSWERED_QUESTIONS && open < MAX_OPEN_QUESTIONS
  const { walkInSeconds: seconds } = await findGateSettings(tx)
  const now = Date.now()
  const insertedWalkIn = await insertWalkIn(tx, {
    ...walkIn,
    key,
    tenant_id: tenantId,
    office_yes: officeYes,
    gate_id: actor.gate?.id ?? null,
    device_id: actor.gate?.deviceId ?? null,
    admin_id: actor.id,
    admin_name: actor.name,
    state: canAskResident ? 'asked' : 'call',
    call_at: new Date(canAskResident ? now + seconds * 1000 : now),
    ...(canAskResident && {
      answer_hash: hashToken(await deriveAnswerToken(tx, key)),
      answer_ends_at: new Date(now + PUSH_ANSWER_SECONDS * 1000),
    }),
  })
  const row = requireFound(await findWalkInByKey(tx, key))
  if (!insertedWalkIn) {
    // `officeYes` is not compared: `requireNotBarred` clears it if the do-not-admit list changed meanwhile.
    const storedFields = { name: row.name, purpose: row.purpose, people: row.people, plate: row.plate }
    if (row.admin_id !== actor.id || row.tenant_id !== tenantId || !isDeepStrictEqual(storedFields, walkIn))
      throw new PortalError('keyReused')
    return row
  }
  if (canAskResident) {
    await notifyResidentOfWalkIn(tx, row)
    // Starts the job that creates the push messages at once, because its next scheduled run may be seconds
    // away.
    await runPeriodicTaskNow(tx, 'fan-out')
  }
  await publishWalkInEvents(tx, row)
  return row
}

export type WalkInAnswerer =
  | { readonly by: Exclude<AnswererKind, 'guard'>; readonly tenantId: number }
  | { readonly by: 'guard'; readonly actor: AdminActor }

/**
 * Saves the first answer to the question whether a visitor may enter, and creates the pass if the answer is
 * yes. Throws 404 if the question is not recent. Throws 409 if it was answered before, and if a guard answers
 * while the resident still can (rules 24.55).
 */
export async function answerWalkIn(
  tx: Tx,
  answerer: WalkInAnswerer,
  { id, answer }: { readonly id: number; readonly answer: 'allow' | 'deny' },
  timeZone: string,
): Promise<WalkInRow> {
  const row = requireFound(await lockWalkIn(tx, id, timeZone))
  const isGuard = answerer.by === 'guard'
  if (!isGuard && row.tenant_id !== answerer.tenantId) throw requireFound(null)
  if (row.answered_by)
    throw new PortalError('walkInAnswered', { placeholders: { answer: describeAnswer(row) } })
  if (isGuard && row.state !== 'call') throw new PortalError('walkInAsked')
  const state = answer === 'allow' ? 'allowed' : 'denied'
  await writeAnswer(tx, id, { state, answered_by: answerer.by })
  if (state === 'allowed') await createWalkInPass(tx, row, timeZone)
  else await insertEntry(tx, toDeniedEntry(row, answerer))
  const answeredWalkIn = requireFound((await listWalkInsByIds(tx, [id]))[0])
  await notifyResidentOfOutcome(tx, answeredWalkIn)
  await runPeriodicTaskNow(tx, 'deliver-push')
  await publishWalkInEvents(tx, answeredWalkIn)
  return answeredWalkIn
}

function toDeniedEntry(row: WalkInRow, answerer: WalkInAnswerer) {
  const answeredAt = new Date()
  const guardColumns = {
    gate_id: row.gate_id,
    gate_name: row.gate ?? '',
    device_id: row.device_id,
    admin_id: row.admin_id,
    admin_name: row.admin_name,
  }
  return {
    key: randomUUID(),
    tenant_id: row.tenant_id,
    walk_in_id: row.id,
    kind: 'refused',
    verdict: 'denied',
    people: row.people,
    name: row.name,
    plate: row.plate,
    note: `${row.purpose}. ${WALK_IN_LABELS.denied} ${WALK_IN_ANSWERER_LABELS[answerer.by]}.`,
    ...(answerer.by === 'guard' ? toAuthorColumns(answerer.actor) : guardColumns),
    at: answeredAt,
    device_at: answeredAt,
  } as const
}

const describeAnswer = ({ state, answered_by: by }: WalkInRow): string =>
  `${WALK_IN_LABELS[state].toLowerCase()} ${by ? WALK_IN_ANSWERER_LABELS[by] : ''}.`

async function publishWalkInEvents(tx: Tx, { id }: Pick<WalkInRow, 'id'>): Promise<void> {
  await publishEvent(tx, 'walkIn', { id })
  await publishEvent(tx, 'gate', {})
}

export async function expireWalkIns(tx: Tx): Promise<void> {
  for (const row of await markExpiredAsCall(tx)) await publishWalkInEvents(tx, row)
  for (const row of await expireAnswerTokens(tx))
    await notifyResidentOfOutcome(tx, { ...row, state: 'call', answered_by: null })
}
