import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { FILE_LINK_SECONDS } from '@tahanan/contract/limits.ts'
import { isSignatureOf, sign } from '../signatures.ts'
import { hasSizes, parseKey, type FileKey } from './store/file-key.ts'

export interface FileLinks {
  src: string
  thumb?: string
  screen?: string
}

export interface LinkSigner {
  /** Returns links to a file that work without a session for up to five minutes (rules 6.9). */
  link(key: string): FileLinks
  /** Adds signed links to the file references of a record. A reference with an invalid key gets no links. */
  presentFiles(refs: readonly FileRef[]): FileRef[]
  /**
   * Returns the seconds until a link expires. Returns 0 if the link has expired or is forged, or if its
   * expiry time is later than the portal ever sets.
   */
  secondsLeft(key: string, expires: string, signature: string): number
}

/**
 * Interval of expiry times. All links that are created within a minute expire at the same time. So the same
 * file has the same link, and browsers can cache the picture. Links are valid for 4 to 5 minutes.
 */
const STEP_SECONDS = 60
const CLOCK_SKEW_SECONDS = 5

export function createLinkSigner(secret: Buffer, now: () => number = Date.now): LinkSigner {
  function createSignedLinks(key: string): FileLinks {
    const parsedKey = parseKey(key)
    // An invalid key throws no error, because a list with a broken picture is better than a list that fails.
    if (!parsedKey) return { src: '/files/missing' }
    const path = `/files/${key}`
    if (parsedKey.folder === 'logo') return createLinks(path, parsedKey, '?')
    const nowSeconds = Math.floor(now() / 1000)
    const expires = nowSeconds - (nowSeconds % STEP_SECONDS) + FILE_LINK_SECONDS
    const src = `${path}?expires=${expires}&signature=${sign(secret, expires, key).toString('base64url')}`
    return createLinks(src, parsedKey, '&')
  }

  return {
    link: createSignedLinks,
    presentFiles: (refs) =>
      refs.map(({ name, url }) => (parseKey(url) ? { name, url, ...createSignedLinks(url) } : { name, url })),
    secondsLeft(key, expires, signature) {
      if (!/^\d{1,12}$/.test(expires)) return 0
      const remainingSeconds = Number(expires) - Math.floor(now() / 1000)
      if (remainingSeconds <= 0 || remainingSeconds > FILE_LINK_SECONDS + CLOCK_SKEW_SECONDS) return 0
      return isSignatureOf(signature, secret, Number(expires), key)
        ? Math.min(remainingSeconds, FILE_LINK_SECONDS)
        : 0
    },
  }
}

function createLinks(src: string, key: FileKey, join: '?' | '&'): FileLinks {
  if (!hasSizes(key)) return { src }
  return { src, thumb: `${src}${join}size=thumb`, screen: `${src}${join}size=screen` }
}
