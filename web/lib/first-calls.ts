/**
 * The calls that a page begins with. boot.ts sends them before any other script is there; `api.ts` takes their answers when
 * the page asks. Those that nobody asks for in these very words are sent in vain: e2e/specs/budgets.spec.ts looks.
 */

const ALWAYS = ['/api/me', '/api/public-website-settings']

/** What the first look at the residents' daily pages waits for, by their path. */
const OF_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/system-parameter-settings', '/api/post-latest'],
  '/tickets': ['/api/system-parameter-settings', '/api/tickets?page=1&limit=10&searchTerm='],
  '/billings': ['/api/statements?page=1&limit=10', '/api/payments?page=1&limit=10&searchTerm='],
}

declare global {
  /** On its way, by its address. Global because boot.ts is a script of its own. */
  var firstCalls: Map<string, Promise<Response>> | undefined
}

/** Sends them for the page at `path`, as the session of `token`. */
export function startFirstCalls(token: string, path: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  globalThis.firstCalls = new Map(
    [...ALWAYS, ...(OF_PAGES[path] ?? [])].map((address) => {
      const answer = fetch(address, { headers })
      // whoever takes it is told; nobody may
      answer.catch(() => undefined)
      return [address, answer]
    }),
  )
}

/** The answer that is on its way, once; later calls are sent anew. */
export function takeFirstCall(address: string): Promise<Response> | undefined {
  const answer = globalThis.firstCalls?.get(address)
  globalThis.firstCalls?.delete(address)
  return answer
}
