import { createPublicKey, type KeyObject } from 'node:crypto'
import { toFields, toText } from '../fields.ts'
import { GatewayError } from '../payment-gateway.ts'

export interface CallbackKeys {
  /** Returns the active keys. Throws GatewayError if no keys are known and Dragonpay cannot be reached. */
  current(): Promise<readonly KeyObject[]>
  /**
   * Fetches the keys again. Returns null if the last fetch was too recent, so that forged messages cause no
   * flood of requests.
   */
  refresh(): Promise<readonly KeyObject[] | null>
}

// Time after which the keys are fetched again. Until then, a key that Dragonpay has revoked is still trusted.
const KEY_TRUST_MS = 10 * 60_000
const FETCH_INTERVAL_MS = 60_000
const RETRY_INTERVAL_MS = 10_000

/**
 * Creates a cache of Dragonpay's keys. `fetchKeys` returns a list of
 * `{ value: base64 DER, status: Active | Revoked }`.
 */
export function createCallbackKeys(
  fetchKeys: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): CallbackKeys {
  let keys: readonly KeyObject[] | undefined
  let loadedAt = -Infinity
  let fetchedAt = -Infinity
  let pendingFetch: Promise<readonly KeyObject[]> | undefined

  function fetchActiveKeys(): Promise<readonly KeyObject[]> {
    fetchedAt = now()
    pendingFetch ??= fetchKeys()
      .then((list) => {
        keys = parseActiveKeys(list)
        loadedAt = now()
        return keys
      })
      .finally(() => {
        pendingFetch = undefined
      })
    return pendingFetch
  }

  const mayFetch = () => now() - fetchedAt >= (keys ? FETCH_INTERVAL_MS : RETRY_INTERVAL_MS)

  return {
    current: async () => {
      if (pendingFetch && !keys) return pendingFetch
      if (!keys) {
        if (!mayFetch())
          throw new GatewayError('The keys of Dragonpay are not known yet.', { uncertain: true })
        return fetchActiveKeys()
      }
      // While Dragonpay is unreachable, its old keys stay in use, so that messages that were signed with them
      // are accepted.
      if (now() - loadedAt >= KEY_TRUST_MS && mayFetch()) return fetchActiveKeys().catch(() => keys ?? [])
      return keys
    },
    refresh: async () => {
      if (pendingFetch) return pendingFetch.catch(() => null)
      return mayFetch() ? fetchActiveKeys().catch(() => null) : null
    },
  }
}

function parseActiveKeys(list: unknown): readonly KeyObject[] {
  if (!Array.isArray(list)) throw new GatewayError('Dragonpay answered its keys in an unknown form.')
  return list.slice(0, MAX_KEYS).flatMap((entry: unknown) => {
    const { value, status } = toFields(entry)
    const derKey = toText(value, 10_000)
    if (derKey === null || String(status).toLowerCase() !== 'active') return []
    return parseKey(Buffer.from(derKey, 'base64'))
  })
}

const MAX_KEYS = 20

function parseKey(key: Buffer): KeyObject[] {
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const publicKey = createPublicKey({ key, format: 'der', type })
      return publicKey.asymmetricKeyType === 'rsa' ? [publicKey] : []
    } catch {}
  }
  return []
}
