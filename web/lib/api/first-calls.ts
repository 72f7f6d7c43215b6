/**
 * Prefetches the first calls of a page. boot.ts sends them before any other script is there; `api.ts` takes their answers when
 * the page asks. A call that no page makes with the same address is wasted: e2e/specs/first-load.spec.ts checks it.
 */

const ALWAYS = ['/api/me', '/api/public-website-settings']

/** Calls that the first view of the residents' daily pages waits for, by path. */
const OF_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/system-parameter-settings', '/api/post-latest'],
  '/tickets': ['/api/system-parameter-settings', '/api/tickets?page=1&limit=10&searchTerm='],
  '/billings': ['/api/statements?page=1&limit=10', '/api/payments?page=1&limit=10&searchTerm='],
}

/** Milliseconds after which a prefetched answer is stale. */
const FRESH_MS = 5000

interface FirstCalls {
  /** Token of the answers: another tab may log somebody else in meanwhile. */
  token: string
  /** By `performance.now()`. */
  sentAt: number
  /** On its way, by its address. */
  answers: Map<string, Promise<Response>>
}

declare global {
  /** Global because boot.ts is a script of its own. */
  var firstCalls: FirstCalls | undefined
}

/** Sends them for the page at `path`, as the session of `token`. */
export function startFirstCalls(token: string, path: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const answers = new Map(
    [...ALWAYS, ...(OF_PAGES[path] ?? [])].map((address) => {
      const answer = fetch(address, { headers })
      // the taker handles a failure; there may be none
      answer.catch(() => undefined)
      return [address, answer]
    }),
  )
  globalThis.firstCalls = { token, sentAt: performance.now(), answers }
}

/** Takes the prefetched answer for this session, once; later calls are sent anew. */
export function takeFirstCall(address: string, token: string | null): Promise<Response> | undefined {
  const first = globalThis.firstCalls
  if (!first || first.token !== token || performance.now() - first.sentAt > FRESH_MS) return undefined
  const answer = first.answers.get(address)
  first.answers.delete(address)
  return answer
}
