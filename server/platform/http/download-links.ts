import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK_SECONDS } from '#platform/db/expressions.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'
import { PortalError } from '../errors.ts'
import type { FoundSession, Sessions } from '../sessions.ts'

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
  session: FoundSession | null,
  address: string,
  now?: number,
): Promise<string> {
  if (!session) throw new PortalError('noSession')
  const expires = Math.floor(now ?? (await clock(db))) + DOWNLOAD_LINK_SECONDS
  const signature = (await sign(db, session, address, expires)).toString('base64url')
  const link = `${session.actor.sessionId}.${expires}.${signature}`
  return `${address}${address.includes('?') ? '&' : '?'}link=${link}`
}

/** Whether an address carries a download link, valid or not. */
export const hasDownloadLink = (url: string): boolean => /[?&]link=/.test(url)

/** Returns the session that a link stands for; null where it is altered, of another address, expired or good for over a minute. */
export async function sessionOfLink(
  db: DbOrTx,
  { findById }: Pick<Sessions, 'findById'>,
  url: string,
  now?: number,
): Promise<FoundSession | null> {
  const [, address = '', id = '', end = '', signature = ''] = LINK.exec(url) ?? []
  const session = signature === '' ? null : await findById(Number(id))
  if (!session) return null
  const expires = Number(end)
  const right = await sign(db, session, address, expires)
  const left = expires - (now ?? (await clock(db)))
  const good = timingSafeEqual(Buffer.from(signature, 'base64url'), right)
  return good && left > 0 && left <= DOWNLOAD_LINK_SECONDS ? session : null
}

async function clock(db: DbOrTx): Promise<number> {
  return (await db.selectNoFrom(CLOCK_SECONDS.as('now')).executeTakeFirstOrThrow()).now
}

/** The SHA-256 of the session's token is random, in no backup, and not to be guessed by who has learned the signing key. */
async function sign(
  db: DbOrTx,
  { actor, tokenHash }: FoundSession,
  address: string,
  expires: number,
): Promise<Buffer> {
  const secret = await sharedSecret(db, 'downloadLinks')
  return createHmac('sha256', secret)
    .update(`${actor.sessionId}\n${expires}\n${address}\n`)
    .update(tokenHash)
    .digest()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A link of `makeDownloadLink` may stand in for the session's token. */
    byLink?: boolean
  }
}
