import { createECDH } from 'node:crypto'
import type { DbOrTx } from '#platform/db/client.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'

/** Elliptic curve that RFC 8291 and 8292 require. */
const CURVE = 'prime256v1'

export async function loadPushKey(db: DbOrTx): Promise<{ publicKey: string; privateKey: string }> {
  const secret = await getSharedSecret(db, 'pushKey')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

export function isPublicKey(text: string): boolean {
  const key = Buffer.from(text, 'base64url')
  if (key.length !== 65) return false
  const pair = createECDH(CURVE)
  pair.generateKeys()
  try {
    // `computeSecret` throws if the point is not on the curve.
    pair.computeSecret(key)
    return true
  } catch {
    return false
  }
}

export const isAuthSecret = (text: string): boolean => Buffer.from(text, 'base64url').length === 16
