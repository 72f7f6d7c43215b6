import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toString as toSvg } from 'qrcode'

/** Parameters supported by every authenticator app (RFC 6238); some ignore other values. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Accepted steps before and after the present one, for inaccurate clocks and slow typing. */
const WINDOW = 1

/** Returns 160 random bits, as RFC 4226 recommends. */
export function createSecret(): Buffer {
  return randomBytes(20)
}

const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

export function formatSecret(secret: Uint8Array): string {
  return toSecret(secret).base32
}

export function toSecretUri(
  secret: Uint8Array,
  { issuer, login }: { issuer: string; login: string },
): string {
  // A colon separates issuer and account in the label.
  const name = issuer.replaceAll(':', ' ').trim() || 'Tahanan'
  return new TOTP({ ...KIND, issuer: name, label: login, secret: toSecret(secret) }).toString()
}

/** The QR code is an SVG in black on white in every theme, so that cameras can read it. */
export function renderSecretQrCode(uri: string): Promise<string> {
  return toSvg(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
}

/**
 * Returns the 30-second step of a code, at `atSeconds` (since 1970) or next to it; null for a wrong code.
 * Compares in constant time.
 */
export function findStepOfCode(secret: Uint8Array, code: string, atSeconds: number): number | null {
  // The comparison would throw on other characters.
  if (!/^[0-9]{6}$/.test(code)) return null
  const timestamp = atSeconds * 1000
  const delta = TOTP.validate({
    ...KIND,
    token: code,
    secret: toSecret(secret),
    timestamp,
    window: WINDOW,
  })
  return delta === null ? null : TOTP.counter({ period: KIND.period, timestamp }) + delta
}
