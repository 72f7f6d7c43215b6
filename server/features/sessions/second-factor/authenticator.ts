import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toString as toSvg } from 'qrcode'

/** Parameters that every authenticator app understands (RFC 6238); some ignore others in silence. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the present one that count too: phones' clocks are off, and people type slowly. */
const WINDOW = 1

/** A new secret of 160 bits, as RFC 4226 recommends. */
export function newSecret(): Buffer {
  return randomBytes(20)
}

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** The secret for typing in, in base32. */
export function secretText(secret: Uint8Array): string {
  return secretOf(secret).base32
}

/** Returns the `otpauth` address for an authenticator app, with the account and the community. */
export function secretUri(secret: Uint8Array, { issuer, login }: { issuer: string; login: string }): string {
  // A colon would end the issuer's name in the label.
  const name = issuer.replaceAll(':', ' ').trim() || 'Tahanan'
  return new TOTP({ ...KIND, issuer: name, label: login, secret: secretOf(secret) }).toString()
}

/** The address as a QR code: an SVG, black on white in every theme, for cameras. */
export function secretPicture(uri: string): Promise<string> {
  return toSvg(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
}

/**
 * Returns the step of 30 seconds that a code belongs to, that of `atSeconds` (since 1970) or a neighbour; null where it belongs
 * to none. Compares in constant time.
 */
export function stepOfCode(secret: Uint8Array, code: string, atSeconds: number): number | null {
  // Six characters that are no ASCII digits would throw in the comparison.
  if (!/^[0-9]{6}$/.test(code)) return null
  const timestamp = atSeconds * 1000
  const delta = TOTP.validate({
    ...KIND,
    token: code,
    secret: secretOf(secret),
    timestamp,
    window: WINDOW,
  })
  return delta === null ? null : TOTP.counter({ period: KIND.period, timestamp }) + delta
}
