import { hash, randomBytes } from 'node:crypto'
import type { Area } from '@tahanan/contract/limits.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'
import { tell } from '../../platform/realtime/outbox.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** An account's own facts changed: permissions, balance. */
    account: { area: 'client' | 'admin' | 'super-admin'; id: number }
    /** Sessions ended: their sockets are closed. */
    sessionsEnded: { ids: number[] }
  }
}

/** Returns the hash of a token that the database keeps: nobody who reads the database can use a session (rules 1.2). */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Device of a session, for its owner's list. */
export interface SessionPlace {
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
  const token = randomBytes(32).toString('base64url')
  const [row] = await prepared<{ id: number }>(
    db,
    'sessions.create',
    `insert into sessions (token_hash, area, account_id, device, address, first) values ($1, $2, $3, $4, $5, $6) returning id`,
    [tokenHash(token), area, accountId, device, address, first],
  )
  if (!row) throw new Error('A session was inserted without an id.')
  return { token, sessionId: row.id }
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
