import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const fakeStorage = new Map<string, string>()
let firePageHide: () => void = () => {}

beforeEach(() => {
  // Fake timers, because a scheduled save must not run after the test.
  vi.useFakeTimers()
  fakeStorage.clear()
  fakeStorage.set('CLIENT_SESSION_TOKEN', 'token')
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => fakeStorage.get(key) ?? null,
    setItem: (key: string, text: string) => fakeStorage.set(key, text),
    removeItem: (key: string) => fakeStorage.delete(key),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    firePageHide = listener
  })
})
async function getStoredDataAfter(
  data: readonly (readonly [queryKey: string[], data: unknown])[],
): Promise<string> {
  const [{ persistCache }, { queryClient }] = await Promise.all([
    import('./stored-cache.ts'),
    import('#lib/api/query-client.ts'),
  ])
  persistCache()
  queryClient.setQueryData(['me'], { area: 'client', id: 7 })
  for (const [queryKey, cachedData] of data) queryClient.setQueryData(queryKey, cachedData)
  firePageHide()
  queryClient.clear()
  return fakeStorage.get('LAST_SEEN') ?? ''
}

/**
 * Returns the data that is stored when resident `id` leaves the page. A visit of resident 7, `hoursAgo` hours
 * before, has stored a bill.
 */
async function getStoredDataOfResident(id: number, hoursAgo = 0): Promise<string> {
  const dataUpdatedAt = Date.now() - hoursAgo * 3_600_000
  const state = { status: 'success', data: 'Bill of resident 7', dataUpdatedAt }
  const queries = [{ queryKey: ['payments'], queryHash: '["payments"]', state }]
  fakeStorage.set('LAST_SEEN', JSON.stringify({ id: 7, queries }))
  const [{ persistCache }, { queryClient }] = await Promise.all([
    import('./stored-cache.ts'),
    import('#lib/api/query-client.ts'),
  ])
  persistCache()
  queryClient.setQueryData(['me'], { area: 'client', id })
  firePageHide()
  queryClient.clear()
  return fakeStorage.get('LAST_SEEN') ?? ''
}

// Resets imported modules. Otherwise later tests of the same worker would share their state.
afterAll(() => void vi.resetModules())

test('what an earlier visit of the resident kept stays for a day', async () => {
  expect(await getStoredDataOfResident(7, 23)).toContain('Bill of resident 7')
  vi.resetModules()
  expect(await getStoredDataOfResident(7, 25)).not.toContain('Bill of resident 7')
})

test('nothing of another resident is carried over', async () => {
  const text = await getStoredDataOfResident(8)
  expect(JSON.parse(text)).toMatchObject({ id: 8, queries: [{ queryKey: ['me'] }] })
  expect(text).not.toContain('Bill of resident 7')
})

test.each([null, 'token of another'])('a page whose session became %s keeps nothing', async (token) => {
  const [{ persistCache }, { queryClient }] = await Promise.all([
    import('./stored-cache.ts'),
    import('#lib/api/query-client.ts'),
  ])
  persistCache()
  queryClient.setQueryData(['me'], { area: 'client', id: 7 })
  if (token === null) fakeStorage.delete('CLIENT_SESSION_TOKEN')
  else fakeStorage.set('CLIENT_SESSION_TOKEN', token)
  firePageHide()
  queryClient.clear()
  expect(fakeStorage.get('LAST_SEEN')).toBeUndefined()
})

test('links and addresses that work without a login are not kept', async () => {
  const slip = { name: 'slip.png', url: 'slip.png', src: '/files/slip.png?expires=1&signature=abc' }
  const payment = { id: 1, returnUrl: 'https://gateway.test/pay/abc', images: [slip] }
  const text = await getStoredDataAfter([[['payments'], { data: [payment] }]])
  expect(text).toContain('slip.png')
  expect(text).not.toMatch(/signature|gateway/)
})

test('lists that may have identity data and passes that ended are not kept', async () => {
  const text = await getStoredDataAfter([
    [['tickets', 'tickets'], 'gate passes'],
    [['tickets', 'services'], 'all tickets'],
    [['ticket', '7'], 'one ticket'],
    [['pass', '1'], { code: 'OPEN2345', endedAt: null }],
    [['pass', '2'], { code: 'OVER2345', endedAt: '2026-11-25T01:00:00.000Z' }],
  ])
  for (const expectedText of ['gate passes', 'OPEN2345']) expect(text).toContain(expectedText)
  expect(text).not.toMatch(/all tickets|one ticket|OVER2345/)
})
