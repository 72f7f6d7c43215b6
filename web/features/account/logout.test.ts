import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { mountHook } from '#lib/testing-hooks.ts'
import { createStorage, type StoredItems } from '#lib/testing-storage.ts'
import { SESSION_LIMITS } from '@tahanan/contract/limits.ts'

const MINUTE = 60_000
const CLIENT_TOKEN = { CLIENT_SESSION_TOKEN: 'token' }
let storage: StoredItems
let listeners: Map<string, (event: Event) => void>
let unmount: () => Promise<void>
let endSession: () => Promise<void>
let queryClient: QueryClient
let showMessage: MockInstance
let postSpy: MockInstance
let getSpy: MockInstance

beforeEach(async () => {
  // The module shows its dialog once, so each test loads it anew.
  vi.resetModules()
  const [{ api }, dialogs, logoutModule, queries] = await Promise.all([
    import('#lib/api/api.ts'),
    import('#ui/overlays/dialogs.ts'),
    import('./logout.ts'),
    import('#lib/api/query-client.ts'),
  ])
  endSession = logoutModule.endSession
  queryClient = queries.queryClient
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  storage = createStorage(CLIENT_TOKEN)
  listeners = new Map()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('location', { pathname: '/', replace: vi.fn() })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) =>
    listeners.set(type, listener),
  )
  vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type))
  showMessage = vi.spyOn(dialogs, 'showMessage').mockReturnValue(new Promise(() => undefined))
  postSpy = vi.spyOn(api, 'post').mockResolvedValue(undefined)
  getSpy = vi.spyOn(api, 'get').mockResolvedValue(undefined)
  unmount = mountHook(logoutModule.useInactivityLogout)
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('activity in another tab keeps an idle tab logged in, until both are idle (rules 1.7)', () => {
  expect(SESSION_LIMITS.idleSeconds).toBe(3000)
  vi.advanceTimersByTime(49 * MINUTE)
  storage['LAST_ACTIVE'] = String(Date.now())
  vi.advanceTimersByTime(49 * MINUTE)
  expect(showMessage).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * MINUTE)
  expect(showMessage).toHaveBeenCalledTimes(1)
  expect(postSpy).toHaveBeenCalledWith('/logout?idle=1', undefined, { quiet: true })
})

test('an active tab stays logged in and keeps the session alive', () => {
  for (let quarter = 0; quarter < 5; quarter++) {
    vi.advanceTimersByTime(15 * MINUTE)
    listeners.get('keydown')?.({ type: 'keydown' } as Event)
  }
  vi.advanceTimersByTime(MINUTE)
  expect(showMessage).not.toHaveBeenCalled()
  expect(getSpy).toHaveBeenCalledWith('/me')
})

test('a page that moves under a resting pointer is no activity', () => {
  const restingPointerEvent = { type: 'pointermove', screenX: 5, screenY: 5 } as unknown as Event
  for (let quarter = 0; quarter < 4; quarter++) {
    listeners.get('pointermove')?.(restingPointerEvent)
    vi.advanceTimersByTime(15 * MINUTE)
  }
  expect(showMessage).toHaveBeenCalledTimes(1)
})

test('a logout stops what the page still loads, which the server would refuse afterwards', async () => {
  let loadSignal: AbortSignal | undefined
  void queryClient.prefetchQuery({
    queryKey: ['desk', 'counts'],
    queryFn: ({ signal }) => {
      loadSignal = signal
      return new Promise<never>(() => undefined)
    },
  })
  await expect.poll(() => loadSignal).toBeDefined()
  await endSession()
  expect(loadSignal?.aborted).toBe(true)
})
