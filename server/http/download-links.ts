import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DbOrTx } from '../db/client.ts'
import { sharedSecret } from '../db/shared-secret.ts'

/** How long a link may wait for the browser to follow it, in seconds. A download that has begun goes on for as long as it takes. */
export const DOWNLOAD_LINK_SECONDS = 60

const LINK = /^(\/api\/.*)[?&]link=(\d{1,16})\.(\d{1,12})\.([\w-]{43})$/

/**
 * A link by which the browser downloads `address` (`/api/…`, with its query) itself, straight to the disk: a call would gather
 * gigabytes in the page's memory first. It stands for the session that asked for it, at this one address, for a minute; the
 * session's end is the link's end. Only routes with `config.byLink` are opened by one.
 */
export async function makeDownloadLink(
  db: DbOrTx,
  sessionId: number,
  address: string,
  now = Date.now(),
): Promise<string> {
  const expires = Math.floor(now / 1000) + DOWNLOAD_LINK_SECONDS
  const signature = (await sign(db, address, sessionId, expires)).toString('base64url')
  return `${address}${address.includes('?') ? '&' : '?'}link=${sessionId}.${expires}.${signature}`
}

/** Whether an address carries a link at all, good or not. */
export const hasDownloadLink = (url: string): boolean => /[?&]link=/.test(url)

/** The session that a link stands for; null where it is altered, of another address or expired. */
export async function sessionOfLink(db: DbOrTx, url: string, now = Date.now()): Promise<number | null> {
  const [, address = '', session = '', expires = '', signature = ''] = LINK.exec(url) ?? []
  if (signature === '') return null
  const given = Buffer.from(signature, 'base64url')
  const right = await sign(db, address, Number(session), Number(expires))
  // No upper bound: the end is signed, and the clock of the machine that made it may be a little ahead of this one's.
  return timingSafeEqual(given, right) && Number(expires) > now / 1000 ? Number(session) : null
}

async function sign(db: DbOrTx, address: string, sessionId: number, expires: number): Promise<Buffer> {
  const secret = await sharedSecret(db, 'downloadLinks')
  return createHmac('sha256', secret).update(`${sessionId}\n${expires}\n${address}`).digest()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A link of `makeDownloadLink` may stand in for the session's token. */
    byLink?: boolean
  }
}
