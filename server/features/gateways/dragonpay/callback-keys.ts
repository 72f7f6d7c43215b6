import { createPublicKey, type KeyObject } from 'node:crypto'
import { toFields, toText } from '../fields.ts'
import { GatewayError } from '../payment-gateway.ts'

export interface CallbackKeys {
  /** Returns the active keys. Throws GatewayError if none are known and Dragonpay cannot be reached. */
  current(): Promise<readonly KeyObject[]>
  /** Fetches the active keys again; null right after a fetch, so that forged messages cause no requests. */
  refreshed(): Promise<readonly KeyObject[] | null>
}

/** Milliseconds for which keys are cached, and a revoked key may still be trusted. */
const TRUSTED_MS = 10 * 60_000
/** Minimum milliseconds between fetches. */
const FETCH_EVERY_MS = 60_000
/** Minimum milliseconds between fetches while no keys are known. */
const RETRY_EVERY_MS = 10_000

/** Creates the cache. `fetchKeys` returns the raw list: `{ value: base64 DER, status: Active | Revoked }`. */
export function createCallbackKeys(
  fetchKeys: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): CallbackKeys {
  let keys: readonly KeyObject[] | undefined
  let loadedAt = -Infinity
  let askedAt = -Infinity
  let asking: Promise<readonly KeyObject[]> | undefined

  function ask(): Promise<readonly KeyObject[]> {
    askedAt = now()
    asking ??= fetchKeys()
      .then((list) => {
        keys = activeKeys(list)
        loadedAt = now()
        return keys
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  const mayAsk = () => now() - askedAt >= (keys ? FETCH_EVERY_MS : RETRY_EVERY_MS)

  return {
    current: async () => {
      if (asking && !keys) return asking
      if (!keys) {
        if (!mayAsk()) throw new GatewayError('The keys of Dragonpay are not known yet.', { uncertain: true })
        return ask()
      }
      // Expired keys stay in use while the gateway is unreachable, so that its earlier messages are accepted.
      if (now() - loadedAt >= TRUSTED_MS && mayAsk()) return ask().catch(() => keys ?? [])
      return keys
    },
    refreshed: async () => {
      if (asking) return asking.catch(() => null)
      return mayAsk() ? ask().catch(() => null) : null
    },
  }
}

/** Parses the list and skips unreadable keys. Throws GatewayError for an unknown format. */
function activeKeys(list: unknown): readonly KeyObject[] {
  if (!Array.isArray(list)) throw new GatewayError('Dragonpay answered its keys in an unknown form.')
  return list.slice(0, MOST_KEYS).flatMap((entry: unknown) => {
    const { value, status } = toFields(entry)
    const der = toText(value, 10_000)
    if (der === null || String(status).toLowerCase() !== 'active') return []
    return readKey(Buffer.from(der, 'base64'))
  })
}

const MOST_KEYS = 20

function readKey(key: Buffer): KeyObject[] {
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const found = createPublicKey({ key, format: 'der', type })
      return found.asymmetricKeyType === 'rsa' ? [found] : []
    } catch {
      // Try the other encoding.
    }
  }
  return []
}
