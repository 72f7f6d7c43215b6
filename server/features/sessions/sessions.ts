import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deleteSubscriptionOfSession, deleteSubscriptionsOfTenant } from '#features/push/repository.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { GATE_SESSION_SECONDS, SESSION_LIMITS, type Area } from '@tahanan/contract/limits.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Data of an account changed, for example its permissions, balance or sessions. */
    account: { area: 'client' | 'admin' | 'super-admin'; id: number }
    sessionsEnded: { ids: number[] }
    /** The permissions of a session changed, so its sockets reconnect. */
    sessionChanged: { id: number }
  }
}

export const generateToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * Hashes a token. The database stores only the hash, so that nobody who reads the database can use the token
 * (rules 1.2).
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

interface SessionOrigin {
  readonly device: string
  readonly address: string
  readonly first?: boolean
  /** Enrolled gate device on which the session is opened (rules 24.23). */
  readonly gateDeviceId?: number | undefined
}

/**
 * SQL condition of an active session. A session ends after 3000 idle seconds or after 24 hours. A session on
 * a gate device ends after 12 hours instead (rules 1.6).
 */
export const createActiveSessionCondition = (alias = 'sessions') =>
  sql<boolean>`case when ${sql.ref(`${alias}.gate_device_id`)} is null
    then ${sql.ref(`${alias}.active_at`)} > ${secondsAgo(SESSION_LIMITS.idleSeconds)}
      and ${sql.ref(`${alias}.created_at`)} > ${secondsAgo(SESSION_LIMITS.maxAgeSeconds)}
    else ${sql.ref(`${alias}.created_at`)} > ${secondsAgo(GATE_SESSION_SECONDS)} end`

/**
 * Starts a session and returns its token. The token cannot be read again, because only its hash is stored.
 */
export async function createSession(
  db: DbOrTx,
  area: Area,
  accountId: number,
  { device, address, first = false, gateDeviceId }: SessionOrigin = { device: '', address: '' },
): Promise<{ token: string; sessionId: number }> {
  const token = generateToken()
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      area,
      account_id: accountId,
      device,
      address,
      first,
      gate_device_id: gateDeviceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, sessionId: id }
}

/**
 * Ends a session and closes its live connections. Also ends push messages to its browser, unless the session
 * ended because it was idle too long (`idle`).
 */
export async function endSession(db: DbOrTx, sessionId: number, { idle = false } = {}): Promise<void> {
  if (!idle) await deleteSubscriptionOfSession(db, sessionId)
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', sessionId).executeTakeFirst()
  if (numDeletedRows > 0n) await publishEvent(db, 'sessionsEnded', { ids: [sessionId] })
}

/**
 * Ends an account's sessions (except one), unfinished logins and push messages, after a password change or
 * deletion (rules 1.9). Returns the number of ended sessions. The caller locks the account's row first, so
 * that no login can start at the same time.
 */
export async function endSessions(
  db: DbOrTx,
  area: Area,
  accountId: number,
  exceptSessionId?: number,
): Promise<number> {
  if (area === 'client') await deleteSubscriptionsOfTenant(db, accountId, exceptSessionId)
  else
    await db
      .deleteFrom('login_challenges')
      .where('area', '=', area)
      .where('account_id', '=', accountId)
      .execute()
  const endedSessions = await db
    .deleteFrom('sessions')
    .where('area', '=', area)
    .where('account_id', '=', accountId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? 0))
    .returning('id')
    .execute()
  if (endedSessions.length > 0)
    await publishEvent(db, 'sessionsEnded', { ids: endedSessions.map(({ id }) => id) })
  return endedSessions.length
}
