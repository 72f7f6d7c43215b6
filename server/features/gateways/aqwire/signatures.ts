import { createHmac } from 'node:crypto'
import { isEqualBytes } from '#platform/signatures.ts'
import type { AqwireConfig } from '../gateway-config.ts'

// AQWire's test host expects plain base64; the live host expects base64url.
const TEST_HOST = 'payments-sandbox.aqwire.io'

export function createAccessToken({ url, merchantCode, clientId, secretKey }: AqwireConfig): string {
  const mac = createHmac('sha256', secretKey).update(`${merchantCode}:${clientId}`).digest('base64')
  return new URL(url).hostname === TEST_HOST ? mac : toBase64Url(mac)
}

export function isSigned(secretKey: string, body: Buffer, signature: string): boolean {
  return isEqualBytes(Buffer.from(signature), Buffer.from(signBody(secretKey, body)))
}

/** Signs a webhook as AQWire does: base64url with padding. */
export function signBody(secretKey: string, body: Buffer): string {
  return toBase64Url(createHmac('sha256', secretKey).update(body).digest('base64'))
}

const toBase64Url = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')
