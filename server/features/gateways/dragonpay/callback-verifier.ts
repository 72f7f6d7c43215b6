import { createHash, createHmac, verify, type KeyObject } from 'node:crypto'
import { isEqualBytes } from '#platform/signatures.ts'
import type { DragonpayConfig } from '../gateway-config.ts'
import type { CallbackKeys } from './callback-keys.ts'
import type { DragonpayCallback } from './dragonpay-callback.ts'

/** Verifies that Dragonpay sent a callback; the merchant chooses the verifier (`DRAGONPAY_VERIFIER`). */
export interface CallbackVerifier {
  readonly coversAmount: boolean
  /** Throws GatewayError if it needs Dragonpay's keys and cannot fetch them. */
  verify(callback: DragonpayCallback): Promise<boolean>
}

/** Returns Dragonpay's digest of unencoded values: hex SHA-1, the merchant's password last. */
export const createSha1Digest = (values: readonly string[], password: string): string =>
  createHash('sha1')
    .update([...values, password].join(':'))
    .digest('hex')

/** Deprecated verifier: hex SHA-1 with the merchant's password, without the amount. */
export function createSha1Verifier({ password }: Pick<DragonpayConfig, 'password'>): CallbackVerifier {
  return {
    coversAmount: false,
    verify: async ({ txnid, refno, status, message, digest }) => {
      const expected = createSha1Digest([txnid, refno, status, message], password)
      return isEqualBytes(Buffer.from(digest.toLowerCase()), Buffer.from(expected))
    },
  }
}

/** Text that the newer signatures cover; RSA signatures also cover the amount. */
const signedText = (
  { txnid, refno, status, message, param1, param2 }: DragonpayCallback,
  merchantId: string,
) => [txnid, refno, status, message, merchantId, param1, param2].join(':')

/** Verifies `signature`: base64 HMAC-SHA256 with the merchant's password, without the amount. */
export function createHmacVerifier({
  password,
  merchantId,
}: Pick<DragonpayConfig, 'password' | 'merchantId'>): CallbackVerifier {
  return {
    coversAmount: false,
    verify: async (callback) => {
      const expected = createHmac('sha256', password).update(signedText(callback, merchantId)).digest()
      return isEqualBytes(Buffer.from(callback.signature, 'base64'), expected)
    },
  }
}

/**
 * Verifies `signatures`: base64 RSA-SHA256 with a key of Dragonpay, including the amount. Tries every active
 * key, and fetches them again if none matches, since keys change.
 */
export function createRsaVerifier(
  { merchantId }: Pick<DragonpayConfig, 'merchantId'>,
  keys: CallbackKeys,
): CallbackVerifier {
  return {
    coversAmount: true,
    verify: async (callback) => {
      if (callback.signatures === '') return false
      const signature = Buffer.from(callback.signatures, 'base64')
      const text = Buffer.from(`${signedText(callback, merchantId)}:${callback.amount}`)
      const fits = (key: KeyObject) => verify('sha256', text, key, signature)
      if ((await keys.current()).some(fits)) return true
      const fresh = await keys.refreshed()
      return fresh !== null && fresh.some(fits)
    },
  }
}
