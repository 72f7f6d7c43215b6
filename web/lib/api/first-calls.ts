/**
 * Prefetches the first calls of a page. boot.ts sends them before any other script loads; `api.ts` uses their
 * answers. first-load.spec.ts of e2e/specs and e2e/deep checks that the page makes each call with the same address.
 */

const CALLS_OF_EVERY_PAGE = ['/api/me', '/api/public-website-settings']

const CALLS_BY_PAGE: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/system-parameter-settings', '/api/post-latest'],
  '/tickets': ['/api/system-parameter-settings', '/api/tickets?page=1&limit=10&searchTerm='],
  '/billings': ['/api/statements?page=1&limit=10', '/api/payments?page=1&limit=10&searchTerm='],
  '/admin/desk': ['/api/desk', '/api/desk-counts'],
}

/** Milliseconds after which a prefetched answer is stale. */
const FRESH_MS = 5000

interface FirstCalls {
  /** Token of the calls: another tab may log in a different account meanwhile. */
  token: string
  sentAt: number
  answers: Map<string, Promise<Response>>
}

declare global {
  var firstCalls: FirstCalls | undefined
}

export function startFirstCalls(token: string, path: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const answers = new Map(
    [...CALLS_OF_EVERY_PAGE, ...(CALLS_BY_PAGE[path] ?? [])].map((address) => {
      const answer = fetch(address, { headers })
      // `consumeFirstCall` handles a failure; the answer may remain unused.
      answer.catch(() => undefined)
      return [address, answer]
    }),
  )
  globalThis.firstCalls = { token, sentAt: performance.now(), answers }
}

/** Returns the prefetched answer of this session, once; undefined for later calls. */
export function consumeFirstCall(address: string, token: string | null): Promise<Response> | undefined {
  const first = globalThis.firstCalls
  if (!first || first.token !== token || performance.now() - first.sentAt > FRESH_MS) return undefined
  const answer = first.answers.get(address)
  first.answers.delete(address)
  return answer
}
