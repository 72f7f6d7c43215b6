import { createPublicKey, type KeyObject } from 'node:crypto'
import { GatewayError } from '../gateway.ts'
import { fieldsOf, textOf } from '../read-answer.ts'

/** The public keys that Dragonpay signs its callbacks with. */
export interface CallbackKeys {
  /** Returns the active keys. Throws GatewayError when there are none yet and Dragonpay cannot be asked. */
  current(): Promise<readonly KeyObject[]>
  /** Fetches the active keys anew, or returns null right after a fetch: forged messages must not make us ask. */
  refreshed(): Promise<readonly KeyObject[] | null>
}

/** Time that keys are cached: a revoked key is trusted no longer. */
const TRUSTED_MS = 10 * 60_000
/** At most one fetch in this time, whatever arrives. */
const ASK_EVERY_MS = 60_000
/** Retry after a failed fetch when there are no keys at all. */
const RETRY_EVERY_MS = 10_000

/** `fetchKeys` answers the list as it came: `{ value: base64 DER, status: Active | Revoked }`. */
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

  const mayAsk = () => now() - askedAt >= (keys ? ASK_EVERY_MS : RETRY_EVERY_MS)

  return {
    current: async () => {
      if (asking && !keys) return asking
      if (!keys) {
        if (!mayAsk()) throw new GatewayError('The keys of Dragonpay are not known yet.', { uncertain: true })
        return ask()
      }
      // Stale keys stay in use when they cannot be fetched: a gateway that is down must not stop what it signed before.
      if (now() - loadedAt >= TRUSTED_MS && mayAsk()) return ask().catch(() => keys ?? [])
      return keys
    },
    refreshed: async () => {
      if (asking) return asking.catch(() => null)
      return mayAsk() ? ask().catch(() => null) : null
    },
  }
}

/** Reads the list; a key that is not readable is left out, a list without any key at all is refused. */
function activeKeys(list: unknown): readonly KeyObject[] {
  if (!Array.isArray(list)) throw new GatewayError('Dragonpay answered its keys in an unknown form.')
  return list.slice(0, MOST_KEYS).flatMap((entry: unknown) => {
    const { value, status } = fieldsOf(entry)
    const der = textOf(value, 10_000)
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
      // The other form may fit.
    }
  }
  return []
}
