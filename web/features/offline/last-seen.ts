import { dehydrate, type DehydratedState, hydrate, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '#lib/api/query-client.ts'
import { LAST_SEEN, leaveToLogin, sessionToken } from '#lib/api/session.ts'
import { SESSION } from '@tahanan/contract/limits.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { Me } from '@tahanan/contract/sessions/answers.ts'
import { hasPrivate } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Data that a resident saw last, kept as long as the session that showed it; `session.ts` removes both together. */
interface LastSeen {
  /** Id of the resident. */
  id: number
  queries: DehydratedState['queries']
}

/** A session is never older. */
const LONGEST_MS = 24 * 3_600_000
const MOST_LETTERS = 1_500_000
const PAUSE_MS = 1000

/** Records of the office that residents read. */
const RECORDS = RECORD_KINDS.filter(({ residents }) => residents).flatMap(({ path }) => [path.many, path.one])

/** Queries to keep: lists, bills and records of the office. None of tickets with identity data (rules 6.17). */
const KEPT: readonly string[] = [
  'me',
  'public-settings',
  'system-parameter-settings',
  'tickets',
  'payments',
  'posts',
  'policies',
  ...RECORDS,
]

/** Lists of tickets that are not kept: of modules with private fields, and of all modules. */
const UNKEPT = ['services', ...MODULES.filter(hasPrivate).map(({ path }) => path.many)]

function isKept([root, name]: QueryKey): boolean {
  if (root === 'tickets' && UNKEPT.some((many) => many === name)) return false
  return typeof root === 'string' && KEPT.includes(root)
}

/** Signed links open files to whoever holds them, a gateway's address may hold a secret: neither is kept. */
function withoutLinks(key: string, value: unknown): unknown {
  if (key === 'returnUrl') return null
  return typeof value === 'string' && /[?&]signature=/.test(value) ? undefined : value
}

/** Saves the cache whenever it has changed, while a resident is logged in. */
export function keepLastSeen(): void {
  // as long as they are kept on the device: TanStack Query drops what no page shows after five minutes
  for (const root of KEPT) queryClient.setQueryDefaults([root], { gcTime: SESSION.idleSeconds * 1000 })
  const own = sessionToken()
  // another tab may have begun the session of somebody else, whose device this is now
  const keep = (): void => {
    if (own !== null && sessionToken() === own) write()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !isKept(query.queryKey)) return
    clearTimeout(timer)
    timer = setTimeout(keep, PAUSE_MS)
  })
  addEventListener('pagehide', keep)
}

function write(): void {
  const me = queryClient.getQueryData<Me>(['me'])
  if (restored || me?.area !== 'client') return
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state: { status }, queryKey }) => status === 'success' && isKept(queryKey),
    shouldDehydrateMutation: () => false,
  })
  // a page that was loaded anew knows nothing of those before it
  const now = new Set(queries.map(({ queryHash }) => queryHash))
  const before = read(me.id).filter(({ queryHash }) => !now.has(queryHash))
  const seen: LastSeen = { id: me.id, queries: [...queries, ...before] }
  const text = JSON.stringify(seen, withoutLinks)
  try {
    if (text.length <= MOST_LETTERS) localStorage.setItem(LAST_SEEN, text)
  } catch {
    // no room left: then this device shows nothing without a connection
    localStorage.removeItem(LAST_SEEN)
  }
}

let restored = false

/** Whether the page was drawn from what was seen last, because the server did not answer. */
export function isRestored(): boolean {
  return restored
}

/** The server answers again: everything that is shown is asked for anew. */
export async function leaveLastSeen(): Promise<void> {
  restored = false
  await queryClient.invalidateQueries()
}

/**
 * Restores the cache from the data shown last. The data expires with a session of that age: a device without a connection cannot
 * know whether its owner ended it elsewhere.
 */
export function restoreLastSeen(): void {
  const queries = read()
  if (queries.length === 0 || sessionToken() === null) return
  const heard = Math.max(...queries.map(({ state }) => state.dataUpdatedAt))
  const left = heard + SESSION.idleSeconds * 1000 - Date.now()
  if (left <= 0) return localStorage.removeItem(LAST_SEEN)
  setTimeout(() => restored && leaveToLogin(), left)
  hydrate(queryClient, { mutations: [], queries })
  queryClient.setQueryData<Me>(['me'], withDues, { updatedAt: heard })
  restored = true
}

/** An account as a version kept it that knew the statement alone: its amount is what is left to pay. */
function withDues(me: Me | undefined): Me | undefined {
  if (me?.area !== 'client') return me
  const dues = { receivedSince: 0, leftToPay: me.soaAmount, dueDate: null, dueNext: null, overdue: 0 }
  return { ...dues, ...me }
}

/** Reads the queries that are not too old; none where they are somebody else's. */
function read(of?: number): LastSeen['queries'] {
  try {
    const seen = JSON.parse(localStorage.getItem(LAST_SEEN) ?? '{}') as Partial<LastSeen>
    if (of !== undefined && seen.id !== of) return []
    return (seen.queries ?? []).filter(({ state }) => Date.now() - state.dataUpdatedAt < LONGEST_MS)
  } catch {
    // of an earlier version, or cut off
    localStorage.removeItem(LAST_SEEN)
    return []
  }
}
