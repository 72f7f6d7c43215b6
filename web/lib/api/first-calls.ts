/**
 * boot.ts sends the first calls of a page before any other script loads; `api.ts` uses the answers. Addresses
 * must be the same as the page's own: first-load.spec.ts of e2e/specs and e2e/deep checks it.
 */

const CALLS_OF_EVERY_PAGE = ['/api/me', '/api/public-website-settings']

const CALLS_BY_PAGE: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/system-parameter-settings', '/api/post-latest'],
  '/tickets': ['/api/system-parameter-settings', '/api/tickets?page=1&limit=10&searchTerm='],
  '/billings': ['/api/statements?page=1&limit=10', '/api/payments?page=1&limit=10&searchTerm='],
  '/admin/desk': ['/api/desk', '/api/desk-counts'],
}

const FRESH_MS = 5000

interface FirstCalls {
  /** Another tab may log in a different account in the meantime. */
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
      // The answer may stay unused; `consumeFirstCall` handles a failure.
      answer.catch(() => undefined)
      return [address, answer]
    }),
  )
  globalThis.firstCalls = { token, sentAt: performance.now(), answers }
}

/** Returns an answer only once, and only for the same session. */
export function consumeFirstCall(address: string, token: string | null): Promise<Response> | undefined {
  const first = globalThis.firstCalls
  if (!first || first.token !== token || performance.now() - first.sentAt > FRESH_MS) return undefined
  const answer = first.answers.get(address)
  first.answers.delete(address)
  return answer
}
