import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK_SECONDS } from '#platform/db/expressions.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { PortalError } from '../errors.ts'
import type { FoundSession, Sessions } from '../sessions.ts'
import { isSignatureOf, sign } from '../signatures.ts'

export const DOWNLOAD_LINK_SECONDS = 60

const SECRET_NAME = 'downloadLinks'
interface LinkOptions {
  /**
   * Lifetime of the link, at most `DOWNLOAD_LINK_SECONDS` unless the route sets a longer one in
   * `config.linkSeconds`.
   */
  readonly seconds?: number | undefined
  readonly now?: number | undefined
}

const LINK_PATTERN = /^(\/api\/.*)[?&]link=(\d{1,16})\.(\d{1,12})\.([\w-]{43})$/

/**
 * Returns a link with which the browser saves `address` (`/api/…`, with its query) as a file. It is used
 * instead of `fetch`, with which the page would hold the whole download in memory. The link logs the session
 * in, but only for this address and for a minute (rules 12.14) or `seconds`. The route must have
 * `config.allowsDownloadLink`.
 */
export async function createDownloadLink(
  db: DbOrTx,
  session: FoundSession | null,
  address: string,
  { seconds = DOWNLOAD_LINK_SECONDS, now }: LinkOptions = {},
): Promise<string> {
  if (!session) throw new PortalError('noSession')
  const expires = Math.floor(now ?? (await getClockSeconds(db))) + seconds
  const secret = await getSharedSecret(db, SECRET_NAME)
  const signature = sign(secret, ...listSignedParts(session, address, expires)).toString('base64url')
  const link = `${session.actor.sessionId}.${expires}.${signature}`
  return `${address}${address.includes('?') ? '&' : '?'}link=${link}`
}

export const hasDownloadLink = (url: string): boolean => /[?&]link=/.test(url)

/**
 * Returns the session of a download link; null if the link is forged, has expired, is valid for too long, or
 * belongs to another URL.
 */
export async function findSessionOfLink(
  db: DbOrTx,
  { findById }: Pick<Sessions, 'findById'>,
  url: string,
  { seconds = DOWNLOAD_LINK_SECONDS, now }: LinkOptions = {},
): Promise<FoundSession | null> {
  const [, address = '', id = '', end = '', signature = ''] = LINK_PATTERN.exec(url) ?? []
  const session = signature === '' ? null : await findById(Number(id))
  if (!session) return null
  const expires = Number(end)
  const secret = await getSharedSecret(db, SECRET_NAME)
  const remainingSeconds = expires - (now ?? (await getClockSeconds(db)))
  const isValid = isSignatureOf(signature, secret, ...listSignedParts(session, address, expires))
  return isValid && remainingSeconds > 0 && remainingSeconds <= seconds ? session : null
}

async function getClockSeconds(db: DbOrTx): Promise<number> {
  return (await db.selectNoFrom(CLOCK_SECONDS.as('now')).executeTakeFirstOrThrow()).now
}

/**
 * Returns the values to sign. One of them is the hash of the session's token. It is not in any backup, so the
 * signing key alone is not enough to forge links.
 */
const listSignedParts = ({ actor, tokenHash }: FoundSession, address: string, expires: number) => [
  actor.sessionId,
  expires,
  address,
  tokenHash,
]

declare module 'fastify' {
  interface FastifyContextConfig {
    allowsDownloadLink?: boolean
    linkSeconds?: number
  }
}
