import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs with HMAC-SHA-256. The values are joined by line breaks, so only the last value may contain a line
 * break.
 */
export function sign(secret: Buffer, ...parts: readonly (string | number | Buffer)[]): Buffer {
  const mac = createHmac('sha256', secret)
  for (const [index, part] of parts.entries()) {
    if (index > 0) mac.update('\n')
    mac.update(typeof part === 'number' ? String(part) : part)
  }
  return mac.digest()
}

/** Checks a signature, which must be in base64url. */
export const isSignatureOf = (
  signature: string,
  secret: Buffer,
  ...parts: readonly (string | number | Buffer)[]
): boolean => isEqualBytes(Buffer.from(signature, 'base64url'), sign(secret, ...parts))

/**
 * Compares in constant time, so that an attacker cannot learn from the duration how many bytes of a guess are
 * correct.
 */
export function isEqualBytes(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
