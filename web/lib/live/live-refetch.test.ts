import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { mountHook } from '../testing-hooks.ts'
import { useLiveRefetch } from './live-refetch.ts'
import * as live from './live.ts'

let dispatchEvent: () => void
let subscribedChannels: readonly string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(live, 'useLiveEvents').mockImplementation((names, handler) => {
    subscribedChannels = names
    dispatchEvent = () => handler(undefined as never)
  })
})
test('a burst of events loads each key again once, and a later event again', async () => {
  const invalidateSpy = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const unmount = mountHook(() => useLiveRefetch('admin-desk', ['desk'], ['counts']))
  expect(subscribedChannels).toEqual(['admin-desk'])
  for (let n = 0; n < 5; n++) dispatchEvent()
  expect(invalidateSpy, 'not at once').not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(invalidateSpy.mock.calls).toEqual([[{ queryKey: ['desk'] }], [{ queryKey: ['counts'] }]])
  dispatchEvent()
  vi.runAllTimers()
  expect(invalidateSpy).toHaveBeenCalledTimes(4)
  await unmount()
  expect(invalidateSpy).toHaveBeenCalledTimes(4)
})

test('leaving the page loads what waits at once, and not a second time', async () => {
  const invalidateSpy = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const unmount = mountHook(() => useLiveRefetch('admin-desk', ['desk']))
  dispatchEvent()
  await unmount()
  expect(invalidateSpy).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(invalidateSpy).toHaveBeenCalledTimes(1)
})
