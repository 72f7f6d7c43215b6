import { createHmac } from 'node:crypto'
import { sameBytes } from '#platform/same-bytes.ts'
import type { AqwireConfig } from '../gateway-config.ts'

/** AQWire's trial host; it takes plain base64 where the live one takes the alphabet of URLs. */
const TRIAL_HOST = 'payments-sandbox.aqwire.io'

/** Returns the token that authorises calls. It leaves the server for AQWire alone. */
export function accessToken({ url, merchantCode, clientId, secretKey }: AqwireConfig): string {
  const mac = createHmac('sha256', secretKey).update(`${merchantCode}:${clientId}`).digest('base64')
  return new URL(url).hostname === TRIAL_HOST ? mac : forUrls(mac)
}

/** Whether `sign` is the HMAC of the body as it came, to the byte. */
export function isSigned(secretKey: string, body: Buffer, sign: string): boolean {
  return sameBytes(Buffer.from(sign), Buffer.from(signBody(secretKey, body)))
}

/** The signature of a webhook: base64 for URLs, padded. */
export function signBody(secretKey: string, body: Buffer): string {
  return forUrls(createHmac('sha256', secretKey).update(body).digest('base64'))
}

/** The alphabet of URLs, with the padding that Node's own `base64url` leaves out. */
const forUrls = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')
