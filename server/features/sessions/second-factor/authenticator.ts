import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toString as toSvg } from 'qrcode'

/** Parameters that every authenticator app supports (RFC 6238). Some apps ignore other values. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/**
 * Number of 30-second steps before and after the present one whose codes are accepted, because clocks are
 * inaccurate and typing takes time.
 */
const WINDOW_STEPS = 1

/** Returns a secret of 160 random bits, as RFC 4226 recommends. */
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
  // A colon separates issuer and account in the label, so the issuer must not contain one.
  const name = issuer.replaceAll(':', ' ').trim() || 'Tahanan'
  return new TOTP({ ...TOTP_OPTIONS, issuer: name, label: login, secret: toSecret(secret) }).toString()
}

/**
 * Renders the QR code as an SVG, black on white in every theme, because cameras cannot read light codes on
 * dark.
 */
export function renderSecretQrCode(uri: string): Promise<string> {
  return toSvg(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
}

/**
 * Returns the 30-second step to which a code belongs: the step at `epochSeconds` (since 1970) or one next to it.
 * Returns null for a wrong code. Compares in constant time.
 */
export function findStepOfCode(secret: Uint8Array, code: string, epochSeconds: number): number | null {
  // `TOTP.validate` throws on other characters.
  if (!/^[0-9]{6}$/.test(code)) return null
  const timestamp = epochSeconds * 1000
  const stepDifference = TOTP.validate({
    ...TOTP_OPTIONS,
    token: code,
    secret: toSecret(secret),
    timestamp,
    window: WINDOW_STEPS,
  })
  return stepDifference === null
    ? null
    : TOTP.counter({ period: TOTP_OPTIONS.period, timestamp }) + stepDifference
}
