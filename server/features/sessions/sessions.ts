import { hash, randomBytes } from 'node:crypto'
import type { DbOrTx } from '#platform/db/client.ts'
import { tell } from '#platform/realtime/outbox.ts'
import type { Area } from '@tahanan/contract/limits.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** An account's own facts changed: permissions, balance. */
    account: { area: 'client' | 'admin' | 'super-admin'; id: number }
    /** Sessions ended: their sockets are closed. */
    sessionsEnded: { ids: number[] }
  }
}

/** Makes a token of 256 random bits: of a session, a link or a login that waits for its code. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text could be one that `newToken` made. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Returns the hash of a token that the database keeps: nobody who reads the database can use a session (rules 1.2). */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Device of a session, for its owner's list. */
interface SessionPlace {
  /** In words: 'Chrome on Android'. */
  readonly device: string
  readonly address: string
  /** The account had never logged in before. */
  readonly first?: boolean
}

/** Starts a session. The token, 256 random bits, is told this once. */
export async function createSession(
  db: DbOrTx,
  area: Area,
  accountId: number,
  { device, address, first = false }: SessionPlace = { device: '', address: '' },
): Promise<{ token: string; sessionId: number }> {
  const token = newToken()
  const { id } = await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash(token), area, account_id: accountId, device, address, first })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, sessionId: id }
}

/** Ends one session: its token is invalid from now on, and its live connections are closed. */
export async function endSession(db: DbOrTx, sessionId: number): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', sessionId).executeTakeFirst()
  if (numDeletedRows > 0n) await tell(db, 'sessionsEnded', { ids: [sessionId] })
}

/**
 * Ends an account's sessions, but for one, and the logins that wait for a code: after a changed password, a deleted account
 * (rules 1.9). Answers how many sessions it were. Whoever changes the account locks its row first, so that no login slips by.
 */
export async function endSessions(
  db: DbOrTx,
  area: Area,
  accountId: number,
  exceptSessionId?: number,
): Promise<number> {
  if (area !== 'client')
    await db
      .deleteFrom('login_challenges')
      .where('area', '=', area)
      .where('account_id', '=', accountId)
      .execute()
  const ended = await db
    .deleteFrom('sessions')
    .where('area', '=', area)
    .where('account_id', '=', accountId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? 0))
    .returning('id')
    .execute()
  if (ended.length > 0) await tell(db, 'sessionsEnded', { ids: ended.map(({ id }) => id) })
  return ended.length
}
