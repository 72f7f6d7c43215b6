import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
let leavePage: () => void = () => {}

beforeEach(() => {
  // A save that waits must not run after the test.
  vi.useFakeTimers()
  kept.clear()
  kept.set('CLIENT_SESSION_TOKEN', 'token')
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    leavePage = listener
  })
})
/** Returns what is kept once a resident leaves the page, after a visit of resident 7 kept a bill. */
async function keepAs(id: number): Promise<string> {
  const state = { status: 'success', data: 'Bill of resident 7', dataUpdatedAt: Date.now() }
  const queries = [{ queryKey: ['payments'], queryHash: '["payments"]', state }]
  kept.set('LAST_SEEN', JSON.stringify({ id: 7, queries }))
  const [{ persistCache }, { queryClient }] = await Promise.all([
    import('./last-seen.ts'),
    import('#lib/api/query-client.ts'),
  ])
  persistCache()
  queryClient.setQueryData(['me'], { area: 'client', id })
  leavePage()
  queryClient.clear()
  return kept.get('LAST_SEEN') ?? ''
}

// The modules loaded here would keep what the tests did with them.
afterAll(() => void vi.resetModules())

test('what an earlier visit of the resident kept stays', async () => {
  expect(await keepAs(7)).toContain('Bill of resident 7')
})

test('nothing of another resident is carried over', async () => {
  const text = await keepAs(8)
  expect(JSON.parse(text)).toMatchObject({ id: 8, queries: [{ queryKey: ['me'] }] })
  expect(text).not.toContain('Bill of resident 7')
})
