/**
 * First requests of a page. `boot.ts` sends them before any other script loads, and `api.ts` uses the
 * responses. The URLs must be equal to those that the page requests itself: first-load.spec.ts in e2e/specs
 * and e2e/deep checks this.
 */

const COMMON_CALLS = ['/api/me', '/api/public-website-settings']

const CALLS_BY_PAGE: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/system-parameter-settings', '/api/post-latest'],
  '/tickets': ['/api/system-parameter-settings', '/api/tickets?page=1&limit=10&searchTerm='],
  '/billings': ['/api/statements?page=1&limit=10', '/api/payments?page=1&limit=10&searchTerm='],
  '/admin/desk': ['/api/desk', '/api/desk-counts'],
}

const MAX_AGE_MS = 5000

interface FirstCalls {
  /**
   * Token with which the requests were sent. If another tab has logged in a different account meanwhile,
   * their responses are not used.
   */
  token: string
  sentAt: number
  responseByAddress: Map<string, Promise<Response>>
}

declare global {
  var firstCalls: FirstCalls | undefined
}

export function startFirstCalls(token: string, path: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const responseByAddress = new Map(
    [...COMMON_CALLS, ...(CALLS_BY_PAGE[path] ?? [])].map((address) => {
      const responsePromise = fetch(address, { headers })
      // A response that is never used must not cause an unhandled rejection. `consumeFirstCall` returns the
      // original promise, so its caller still gets the error.
      responsePromise.catch(() => undefined)
      return [address, responsePromise]
    }),
  )
  globalThis.firstCalls = { token, sentAt: performance.now(), responseByAddress }
}

/**
 * Returns the response to a request that `boot.ts` sent in advance, or undefined. Each response is returned
 * only once, and only to the session that requested it.
 */
export function consumeFirstCall(address: string, token: string | null): Promise<Response> | undefined {
  const startedCalls = globalThis.firstCalls
  if (!startedCalls || startedCalls.token !== token || performance.now() - startedCalls.sentAt > MAX_AGE_MS)
    return undefined
  const earlyResponse = startedCalls.responseByAddress.get(address)
  startedCalls.responseByAddress.delete(address)
  return earlyResponse
}
