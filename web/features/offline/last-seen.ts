import { dehydrate, type DehydratedState, hydrate, type Query, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '#lib/api/query-client.ts'
import { LAST_SEEN, goToLogin, getSessionToken } from '#lib/api/session.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { SESSION } from '@tahanan/contract/limits.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { Me } from '@tahanan/contract/sessions/answers.ts'
import { hasPrivate } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Data last shown to a resident; `session.ts` deletes it with the session. */
interface LastSeen {
  id: number
  queries: DehydratedState['queries']
}

const MAX_AGE_MS = 24 * 3_600_000
const MAX_CHARACTERS = 1_500_000
const PAUSE_MS = 1000

const RECORDS = RECORD_KINDS.filter(({ residents }) => residents).flatMap(({ path }) => [path.many, path.one])

/** Root keys of the stored queries. Tickets with identity data are excluded below (rules 6.17). */
const STORED_QUERIES: readonly string[] = [
  'me',
  'public-settings',
  'system-parameter-settings',
  'tickets',
  'pass',
  'payments',
  'posts',
  'policies',
  ...RECORDS,
]

/**
 * Ticket lists that are not stored: of modules with private fields, and of all modules. Lists whose tickets
 * have a pass are stored, without private fields, so that the pass opens at the gate without a signal.
 */
const EXCLUDED_LISTS = [
  'services',
  ...MODULES.filter((module) => hasPrivate(module) && !module.pass).map(({ path }) => path.many),
]

function isStored([root, name]: QueryKey): boolean {
  if (root === 'tickets' && EXCLUDED_LISTS.some((many) => many === name)) return false
  return typeof root === 'string' && STORED_QUERIES.includes(root)
}

function isKept({ state: { status, data }, queryKey }: Query): boolean {
  if (status !== 'success' || !isStored(queryKey)) return false
  return queryKey[0] !== 'pass' || (data as Pass).endedAt === null
}

/** Removes signed links and gateways' URLs, which work without a login. */
function removeLinks(key: string, value: unknown): unknown {
  if (key === 'returnUrl') return null
  return typeof value === 'string' && /[?&]signature=/.test(value) ? undefined : value
}

/** Saves the cache after each change while a resident is logged in. */
export function persistCache(): void {
  // TanStack Query would drop queries of closed pages after five minutes.
  for (const root of STORED_QUERIES)
    queryClient.setQueryDefaults([root], { gcTime: SESSION.idleSeconds * 1000 })
  const own = getSessionToken()
  // Another tab may have started the session of another resident.
  const save = (): void => {
    if (own !== null && getSessionToken() === own) saveCache()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !isStored(query.queryKey)) return
    clearTimeout(timer)
    timer = setTimeout(save, PAUSE_MS)
  })
  addEventListener('pagehide', save)
}

function saveCache(): void {
  const me = queryClient.getQueryData<Me>(['me'])
  if (restored || me?.area !== 'client') return
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: isKept,
    shouldDehydrateMutation: () => false,
  })
  // After a reload the cache lacks the queries saved before it.
  const now = new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ queryHash, state }) => (state.status === 'success' ? queryHash : [])),
  )
  const before = loadStoredQueries(me.id).filter(({ queryHash }) => !now.has(queryHash))
  const seen: LastSeen = { id: me.id, queries: [...queries, ...before] }
  const text = JSON.stringify(seen, removeLinks)
  try {
    if (text.length <= MAX_CHARACTERS) localStorage.setItem(LAST_SEEN, text)
  } catch {
    // Without storage space nothing is shown offline.
    localStorage.removeItem(LAST_SEEN)
  }
}

let restored = false

/** Whether the page was rendered from stored data because the server did not answer. */
export function isRestored(): boolean {
  return restored
}

/** Call it once the server answers again. Refetches all shown data. */
export async function leaveLastSeen(): Promise<void> {
  restored = false
  await queryClient.invalidateQueries()
}

/** Restores the cache from stored data, unless it is older than a session may be. */
export function restoreLastSeen(): void {
  const queries = loadStoredQueries()
  if (queries.length === 0 || getSessionToken() === null) return
  const latestUpdate = Math.max(...queries.map(({ state }) => state.dataUpdatedAt))
  const left = latestUpdate + SESSION.idleSeconds * 1000 - Date.now()
  if (left <= 0) return localStorage.removeItem(LAST_SEEN)
  setTimeout(() => restored && goToLogin(), left)
  hydrate(queryClient, { mutations: [], queries })
  restored = true
}

/** Returns no expired queries, and with `of` none of another resident. */
function loadStoredQueries(of?: number): LastSeen['queries'] {
  try {
    const seen = JSON.parse(localStorage.getItem(LAST_SEEN) ?? '{}') as Partial<LastSeen>
    if (of !== undefined && seen.id !== of) return []
    return (seen.queries ?? []).filter(({ state }) => Date.now() - state.dataUpdatedAt < MAX_AGE_MS)
  } catch {
    // Stored by an earlier version, or truncated.
    localStorage.removeItem(LAST_SEEN)
    return []
  }
}
