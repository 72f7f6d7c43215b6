import { afterEach, expect, test, vi } from 'vitest'
import { startFirstCalls, takeFirstCall } from './first-calls.ts'

const TOKEN = 'mine'

function begin(path: string): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address)
    return Promise.resolve(new Response(address))
  })
  startFirstCalls(TOKEN, path)
  return sent
}
afterEach(() => {
  globalThis.firstCalls = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a prefetched answer is used once, with its body', async () => {
  const sent = begin('/tickets')
  expect(sent).toContain('/api/me')
  const [list = ''] = sent.filter((address) => address.startsWith('/api/tickets?'))
  expect(await (await takeFirstCall(list, TOKEN))?.text()).toBe(list)
  expect(takeFirstCall(list, TOKEN)).toBeUndefined()
})

test("a new session does not get the previous session's answer", () => {
  begin('/')
  expect(takeFirstCall('/api/me', 'somebody else’s')).toBeUndefined()
  expect(takeFirstCall('/api/me', null)).toBeUndefined()
  expect(takeFirstCall('/api/me', TOKEN)).toBeDefined()
})

test('a stale answer is fetched again', () => {
  begin('/')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  expect(takeFirstCall('/api/me', TOKEN)).toBeUndefined()
})
