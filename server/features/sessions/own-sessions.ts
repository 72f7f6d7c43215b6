import type { Actor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { createNotFoundError } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { Account } from './accounts.ts'
import { recordLogout } from './record-login.ts'
import { endSession, endSessions, createActiveSessionCondition } from './sessions.ts'

export function listSessions(db: Db, { area, id, sessionId }: Actor) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'active_at'])
    .select((row) => row('id', '=', sessionId).$castTo<boolean>().as('current'))
    .where('area', '=', area)
    .where('account_id', '=', id)
    .where(createActiveSessionCondition())
    .orderBy('current', 'desc')
    .orderBy('active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/**
 * Ends one of the caller's sessions and closes its live connection. Throws 404 for a session of another
 * account.
 */
export async function endOwnSession(
  services: PlatformContext,
  actor: Actor,
  sessionId: number,
  address: string,
): Promise<void> {
  await runInTransaction(services, async (tx) => {
    const ownSession = await tx
      .selectFrom('sessions')
      .select('device')
      .where('id', '=', sessionId)
      .where('area', '=', actor.area)
      .where('account_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow(createNotFoundError)
    await endSessionAndRecord(tx, actor, sessionId, {
      address,
      detail: sessionId === actor.sessionId ? undefined : formatEndedDetail(ownSession.device),
    })
  })
}

export function logOut(
  services: PlatformContext,
  actor: Actor,
  { address, isIdle }: { address: string; isIdle: boolean },
): Promise<void> {
  return runInTransaction(services, (tx) =>
    endSessionAndRecord(tx, actor, actor.sessionId, { address, isIdle }),
  )
}

/**
 * Ends the session with this hash of a token, if it exists. Used for a logout that the user made offline and
 * the browser sends later (rules 1.34).
 */
export function endHashedSession(services: PlatformContext, hash: string, address: string): Promise<void> {
  return runInTransaction(services, async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select(['id', 'area', 'account_id'])
      .where('token_hash', '=', Buffer.from(hash, 'hex'))
      .executeTakeFirst()
    if (session)
      await endSessionAndRecord(tx, { area: session.area, id: session.account_id }, session.id, { address })
  })
}

async function endSessionAndRecord(
  tx: Tx,
  actor: Account,
  sessionId: number,
  { address, detail, isIdle }: { address: string; detail?: string | undefined; isIdle?: boolean },
): Promise<void> {
  await endSession(tx, sessionId, { idle: isIdle })
  await publishEvent(tx, 'account', { area: actor.area, id: actor.id })
  await recordLogout(tx, actor, address, detail)
}

const formatEndedDetail = (device: string): string => `Ended another session${device && ` (${device})`}.`

/** Ends the caller's other sessions and unfinished logins. Returns the number of ended sessions. */
export function endOtherSessions(services: PlatformContext, actor: Actor, address: string): Promise<number> {
  return runInTransaction(services, async (tx) => {
    const count = await endSessions(tx, actor.area, actor.id, actor.sessionId)
    if (count > 0) await recordLogout(tx, actor, address, `Ended all other sessions (${count}).`)
    await publishEvent(tx, 'account', { area: actor.area, id: actor.id })
    return count
  })
}
