import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { mountHook } from '../testing-hooks.ts'
import { useLiveRefetch } from './live-refetch.ts'
import * as live from './live.ts'

let event: () => void
let listened: readonly string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(live, 'useChannels').mockImplementation((names, handler) => {
    listened = names
    event = () => handler(undefined as never)
  })
})
test('a burst of events loads each key again once, and a later event again', async () => {
  const reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const unmount = mountHook(() => useLiveRefetch('admin-desk', ['desk'], ['counts']))
  expect(listened).toEqual(['admin-desk'])
  for (let n = 0; n < 5; n++) event()
  expect(reload, 'not at once').not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(reload.mock.calls).toEqual([[{ queryKey: ['desk'] }], [{ queryKey: ['counts'] }]])
  event()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledTimes(4)
  // No refetch is pending, so unmounting does not start one.
  await unmount()
  expect(reload).toHaveBeenCalledTimes(4)
})

test('leaving the page loads what waits at once, and not a second time', async () => {
  const reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const unmount = mountHook(() => useLiveRefetch('admin-desk', ['desk']))
  event()
  await unmount()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledTimes(1)
})
