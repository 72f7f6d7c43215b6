import { createHash, createHmac, verify, type KeyObject } from 'node:crypto'
import { isEqualBytes } from '#platform/signatures.ts'
import type { DragonpayConfig } from '../gateway-config.ts'
import type { CallbackKeys } from './callback-keys.ts'
import type { DragonpayCallback } from './dragonpay-callback.ts'

/**
 * Checks that a callback comes from Dragonpay. The setting `DRAGONPAY_VERIFIER` selects the implementation.
 */
export interface CallbackVerifier {
  readonly coversAmount: boolean
  /**
   * Returns whether Dragonpay sent the callback. Throws GatewayError if the check needs Dragonpay's keys and
   * they cannot be fetched.
   */
  verify(callback: DragonpayCallback): Promise<boolean>
}

/**
 * Computes Dragonpay's digest: hex SHA-1 of the unencoded values, joined by colons, with the merchant's
 * password last.
 */
export const createSha1Digest = (values: readonly string[], password: string): string =>
  createHash('sha1')
    .update([...values, password].join(':'))
    .digest('hex')

/**
 * Creates a verifier for the hex SHA-1 digest. The digest uses the merchant's password and does not include
 * the amount. Dragonpay has deprecated it.
 */
export function createSha1Verifier({ password }: Pick<DragonpayConfig, 'password'>): CallbackVerifier {
  return {
    coversAmount: false,
    verify: async ({ txnid, refno, status, message, digest }) => {
      const expected = createSha1Digest([txnid, refno, status, message], password)
      return isEqualBytes(Buffer.from(digest.toLowerCase()), Buffer.from(expected))
    },
  }
}

// Joins the fields to the text that the HMAC signs. The RSA signature covers this text and the amount.
const toSignedText = (
  { txnid, refno, status, message, param1, param2 }: DragonpayCallback,
  merchantId: string,
) => [txnid, refno, status, message, merchantId, param1, param2].join(':')

/**
 * Creates a verifier for the field `signature`: a base64 HMAC-SHA256 with the merchant's password. It does
 * not include the amount.
 */
export function createHmacVerifier({
  password,
  merchantId,
}: Pick<DragonpayConfig, 'password' | 'merchantId'>): CallbackVerifier {
  return {
    coversAmount: false,
    verify: async (callback) => {
      const expected = createHmac('sha256', password).update(toSignedText(callback, merchantId)).digest()
      return isEqualBytes(Buffer.from(callback.signature, 'base64'), expected)
    },
  }
}

/**
 * Creates a verifier for the field `signatures`: a base64 RSA-SHA256 with a key of Dragonpay. It includes the
 * amount. Tries every active key, and fetches the keys again if none matches, because Dragonpay changes them
 * regularly.
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
      const text = Buffer.from(`${toSignedText(callback, merchantId)}:${callback.amount}`)
      const isSignedWith = (key: KeyObject) => verify('sha256', text, key, signature)
      if ((await keys.current()).some(isSignedWith)) return true
      const refreshedKeys = await keys.refresh()
      return refreshedKeys !== null && refreshedKeys.some(isSignedWith)
    },
  }
}
