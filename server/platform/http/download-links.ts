import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DbOrTx } from '../db/client.ts'
import { CLOCK_SECONDS } from '../db/clock.ts'
import { sharedSecret } from '../db/shared-secret.ts'
import { PortalError } from '../errors.ts'

/** Seconds until a link must be followed. A download that has begun goes on. */
export const DOWNLOAD_LINK_SECONDS = 60

const LINK = /^(\/api\/.*)[?&]link=(\d{1,16})\.(\d{1,12})\.([\w-]{43})$/

/**
 * Returns a link by which the browser downloads `address` (`/api/…`, with its query) straight to the disk: a call would gather
 * gigabytes in the page's memory first. It stands for the session that asked for it, at this one address, for a minute, and ends
 * with the session (rules 12.14). Only routes with `config.byLink` take one. `now` is for tests, in seconds since 1970.
 */
export async function makeDownloadLink(
  db: DbOrTx,
  sessionId: number,
  address: string,
  now?: number,
): Promise<string> {
  const session = await readSession(db, sessionId)
  if (!session) throw new PortalError('noSession')
  const expires = Math.floor(now ?? session.now) + DOWNLOAD_LINK_SECONDS
  const signature = (await sign(db, address, { sessionId, expires, ...session })).toString('base64url')
  return `${address}${address.includes('?') ? '&' : '?'}link=${sessionId}.${expires}.${signature}`
}

/** Whether an address carries a download link, valid or not. */
export const hasDownloadLink = (url: string): boolean => /[?&]link=/.test(url)

/** Returns the session that a link stands for; null where it is altered, of another address, expired or good for over a minute. */
export async function sessionOfLink(db: DbOrTx, url: string, now?: number): Promise<number | null> {
  const [, address = '', id = '', end = '', signature = ''] = LINK.exec(url) ?? []
  if (signature === '') return null
  const [sessionId, expires] = [Number(id), Number(end)]
  const session = await readSession(db, sessionId)
  if (!session) return null
  const right = await sign(db, address, { sessionId, expires, ...session })
  const left = expires - (now ?? session.now)
  const good = timingSafeEqual(Buffer.from(signature, 'base64url'), right)
  return good && left > 0 && left <= DOWNLOAD_LINK_SECONDS ? sessionId : null
}

/**
 * Reads what a link is signed with: the SHA-256 of the session's token is random, in no backup, and not to be guessed by who
 * has learned the signing key.
 */
function readSession(db: DbOrTx, id: number) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', CLOCK_SECONDS.as('now')])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function sign(
  db: DbOrTx,
  address: string,
  { sessionId, expires, token_hash }: { sessionId: number; expires: number; token_hash: Buffer },
): Promise<Buffer> {
  const secret = await sharedSecret(db, 'downloadLinks')
  return createHmac('sha256', secret)
    .update(`${sessionId}\n${expires}\n${address}\n`)
    .update(token_hash)
    .digest()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A link of `makeDownloadLink` may stand in for the session's token. */
    byLink?: boolean
  }
}
