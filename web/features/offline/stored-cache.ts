import { dehydrate, type DehydratedState, hydrate, type Query, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '#lib/api/query-client.ts'
import { LAST_SEEN_KEY, goToLogin, getSessionToken } from '#lib/api/session.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { SESSION_LIMITS } from '@tahanan/contract/limits.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { Me } from '@tahanan/contract/sessions/answers.ts'
import { hasPrivateField } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/**
 * Data that a resident has seen last, stored for offline use with the resident's id. `session.ts` deletes it
 * with the session.
 */
interface StoredCache {
  id: number
  queries: DehydratedState['queries']
}

const MAX_AGE_MS = 24 * 3_600_000
const MAX_CHARACTERS = 1_500_000
const PAUSE_MS = 1000

const RECORD_QUERIES = RECORD_KINDS.filter(({ residents }) => residents).flatMap(({ path }) => [
  path.many,
  path.one,
])

/**
 * First key parts of the queries that are stored. Some ticket lists with identity data are excluded below
 * (rules 6.17).
 */
const STORED_QUERIES: readonly string[] = [
  'me',
  'public-settings',
  'system-parameter-settings',
  'tickets',
  'pass',
  'payments',
  'posts',
  'policies',
  ...RECORD_QUERIES,
]

/**
 * Ticket lists that are not stored: the list of all modules, and lists of modules with private fields. Lists
 * of modules with passes are stored without private fields, so that a pass can be opened at the gate without
 * a connection.
 */
const EXCLUDED_LISTS = [
  'services',
  ...MODULES.filter((module) => hasPrivateField(module) && !module.pass).map(({ path }) => path.many),
]

function isStored([root, name]: QueryKey): boolean {
  if (root === 'tickets' && EXCLUDED_LISTS.some((listName) => listName === name)) return false
  return typeof root === 'string' && STORED_QUERIES.includes(root)
}

function shouldStoreQuery({ state: { status, data }, queryKey }: Query): boolean {
  if (status !== 'success' || !isStored(queryKey)) return false
  return queryKey[0] !== 'pass' || (data as Pass).endedAt === null
}

/** Removes signed file links and gateways' URLs, because they work without a login. */
function removeLinks(key: string, value: unknown): unknown {
  if (key === 'returnUrl') return null
  return typeof value === 'string' && /[?&]signature=/.test(value) ? undefined : value
}

export function persistCache(): void {
  // Queries that are stored must stay in the cache. By default, TanStack Query removes the queries of closed
  // pages after five minutes.
  for (const root of STORED_QUERIES)
    queryClient.setQueryDefaults([root], { gcTime: SESSION_LIMITS.idleSeconds * 1000 })
  const sessionToken = getSessionToken()
  // Another tab may have logged in another resident meanwhile. Their data must not be overwritten.
  const saveIfSameSession = (): void => {
    if (sessionToken !== null && getSessionToken() === sessionToken) saveCache()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !isStored(query.queryKey)) return
    clearTimeout(timer)
    timer = setTimeout(saveIfSameSession, PAUSE_MS)
  })
  addEventListener('pagehide', saveIfSameSession)
}

function saveCache(): void {
  const me = queryClient.getQueryData<Me>(['me'])
  if (isCacheRestored || me?.area !== 'client') return
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: shouldStoreQuery,
    shouldDehydrateMutation: () => false,
  })
  // Queries that were stored earlier are kept, because after a reload they are not in the cache.
  const now = new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ queryHash, state }) => (state.status === 'success' ? queryHash : [])),
  )
  const earlierQueries = loadStoredQueries(me.id).filter(({ queryHash }) => !now.has(queryHash))
  const storedCache: StoredCache = { id: me.id, queries: [...queries, ...earlierQueries] }
  const text = JSON.stringify(storedCache, removeLinks)
  try {
    if (text.length <= MAX_CHARACTERS) localStorage.setItem(LAST_SEEN_KEY, text)
  } catch {
    // The storage is full. The stored data is deleted, so no data is shown offline.
    localStorage.removeItem(LAST_SEEN_KEY)
  }
}

let isCacheRestored = false

export function showsStoredData(): boolean {
  return isCacheRestored
}

/**
 * Replaces the stored data on the page with data from the server. Must be called when the server answers
 * again.
 */
export async function replaceStoredData(): Promise<void> {
  isCacheRestored = false
  await queryClient.invalidateQueries()
}

export function restoreStoredCache(): void {
  const queries = loadStoredQueries()
  if (queries.length === 0 || getSessionToken() === null) return
  const latestUpdate = Math.max(...queries.map(({ state }) => state.dataUpdatedAt))
  const remainingMs = latestUpdate + SESSION_LIMITS.idleSeconds * 1000 - Date.now()
  if (remainingMs <= 0) return localStorage.removeItem(LAST_SEEN_KEY)
  setTimeout(() => isCacheRestored && goToLogin(), remainingMs)
  hydrate(queryClient, { mutations: [], queries })
  isCacheRestored = true
}

function loadStoredQueries(ownerId?: number): StoredCache['queries'] {
  try {
    const storedCache = JSON.parse(localStorage.getItem(LAST_SEEN_KEY) ?? '{}') as Partial<StoredCache>
    if (ownerId !== undefined && storedCache.id !== ownerId) return []
    return (storedCache.queries ?? []).filter(({ state }) => Date.now() - state.dataUpdatedAt < MAX_AGE_MS)
  } catch {
    // The stored text cannot be parsed: an earlier version wrote it, or it is truncated.
    localStorage.removeItem(LAST_SEEN_KEY)
    return []
  }
}
