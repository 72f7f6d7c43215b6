import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs parts with HMAC-SHA-256, joined by line breaks: only the last part may contain one. */
export function sign(secret: Buffer, ...parts: readonly (string | number | Buffer)[]): Buffer {
  const mac = createHmac('sha256', secret)
  for (const [place, part] of parts.entries()) {
    if (place > 0) mac.update('\n')
    mac.update(typeof part === 'number' ? String(part) : part)
  }
  return mac.digest()
}

/** Whether `signature`, in base64url, belongs to the parts. */
export const isSignatureOf = (
  signature: string,
  secret: Buffer,
  ...parts: readonly (string | number | Buffer)[]
): boolean => isEqualBytes(Buffer.from(signature, 'base64url'), sign(secret, ...parts))

/** Compares in constant time. */
export function isEqualBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
