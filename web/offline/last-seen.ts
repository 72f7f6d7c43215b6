import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { Me } from '../lib/me.ts'
import { LAST_SEEN, sessionToken } from '../lib/session.ts'

/** What a resident saw last, for as long as the session that showed it; `session.ts` removes it in the same breath. */
interface LastSeen {
  /** When the server last answered: milliseconds since 1970. */
  at: number
  state: DehydratedState
}

/** A session is never older. */
const LONGEST_MS = 24 * 3_600_000
const MOST_LETTERS = 1_500_000
const PAUSE_MS = 1000

/** Lists, bills and what the office publishes. Of visitors nothing, whose identity papers others entrusted to the portal. */
const KEPT: readonly string[] = [
  'me',
  'public-settings',
  'system-parameter-settings',
  'tickets',
  'payments',
  'posts',
  'memorandums',
  'memorandum',
  'policies',
]

function isKept([root, name]: QueryKey): boolean {
  if (root === 'tickets' && (name === 'visitors' || name === 'services')) return false
  return typeof root === 'string' && KEPT.includes(root)
}

/** Signed links open files to whoever holds them, a gateway's address may hold a secret: neither is kept. */
function withoutLinks(key: string, value: unknown): unknown {
  if (key === 'returnUrl') return null
  return typeof value === 'string' && /[?&]signature=/.test(value) ? undefined : value
}

/** Writes down what the cache holds whenever it has changed, while a resident is logged in. */
export function keepLastSeen(client: QueryClient): void {
  const own = sessionToken('client')
  // another tab may have begun the session of somebody else, whose device this is now
  const keep = (): void => {
    if (own !== null && sessionToken('client') === own) write(client)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !isKept(query.queryKey)) return
    clearTimeout(timer)
    timer = setTimeout(keep, PAUSE_MS)
  })
  addEventListener('pagehide', keep)
}

function write(client: QueryClient): void {
  if (restoredAt !== undefined) return
  if (client.getQueryData<Me>(['me'])?.area !== 'client') return
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ state: { status }, queryKey }) => status === 'success' && isKept(queryKey),
    shouldDehydrateMutation: () => false,
  })
  const seen: LastSeen = { at: Math.max(...state.queries.map((query) => query.state.dataUpdatedAt)), state }
  const text = JSON.stringify(seen, withoutLinks)
  try {
    if (text.length <= MOST_LETTERS) localStorage.setItem(LAST_SEEN, text)
  } catch {
    // no room left: then this device shows nothing without a connection
    localStorage.removeItem(LAST_SEEN)
  }
}

let restoredAt: number | undefined

/** Puts what was seen last into the cache, where the server does not answer. Returns whether there was anything. */
export function restoreLastSeen(client: QueryClient): boolean {
  const seen = read()
  if (!seen || sessionToken('client') === null) return false
  hydrate(client, seen.state)
  restoredAt = seen.at
  return client.getQueryData<Me>(['me'])?.area === 'client'
}

function read(): LastSeen | undefined {
  try {
    const seen = JSON.parse(localStorage.getItem(LAST_SEEN) ?? 'null') as LastSeen | null
    if (seen && Date.now() - seen.at < LONGEST_MS) return seen
  } catch {
    // of an earlier version, or cut off
  }
  localStorage.removeItem(LAST_SEEN)
  return undefined
}

/** When the server answered last, of what is restored; undefined while the page holds the server's own answers. */
export function lastSeenAt(): number | undefined {
  return restoredAt
}
