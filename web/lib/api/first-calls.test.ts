import { afterEach, expect, test, vi } from 'vitest'
import { startFirstCalls, consumeFirstCall } from './first-calls.ts'

const SESSION_TOKEN = 'mine'

function startCallsOfPage(path: string): string[] {
  const sentUrls: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sentUrls.push(address)
    return Promise.resolve(new Response(address))
  })
  startFirstCalls(SESSION_TOKEN, path)
  return sentUrls
}
afterEach(() => {
  globalThis.firstCalls = undefined
})

test('a prefetched answer is used once, with its body', async () => {
  const sentUrls = startCallsOfPage('/tickets')
  expect(sentUrls).toContain('/api/me')
  const [list = ''] = sentUrls.filter((address) => address.startsWith('/api/tickets?'))
  expect(await (await consumeFirstCall(list, SESSION_TOKEN))?.text()).toBe(list)
  expect(consumeFirstCall(list, SESSION_TOKEN)).toBeUndefined()
})

test("a new session does not get the previous session's answer", () => {
  startCallsOfPage('/')
  expect(consumeFirstCall('/api/me', 'somebody else’s')).toBeUndefined()
  expect(consumeFirstCall('/api/me', null)).toBeUndefined()
  expect(consumeFirstCall('/api/me', SESSION_TOKEN)).toBeDefined()
})

test('a stale answer is fetched again', () => {
  startCallsOfPage('/')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  expect(consumeFirstCall('/api/me', SESSION_TOKEN)).toBeUndefined()
})
