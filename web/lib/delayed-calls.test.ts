import { beforeEach, expect, test, vi } from 'vitest'
import { dropDelayedSearches, runDelayedCalls, runAfterPause } from './delayed-calls.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
test('a search runs once: after the pause, or before the address changes', () => {
  const run = vi.fn()
  runAfterPause(run, 300)
  vi.advanceTimersByTime(299)
  expect(run).not.toHaveBeenCalled()
  runDelayedCalls()
  vi.advanceTimersByTime(300)
  expect(run).toHaveBeenCalledTimes(1)
  runAfterPause(run, 300)
  vi.advanceTimersByTime(300)
  runDelayedCalls()
  expect(run).toHaveBeenCalledTimes(2)
})

test('a cancelled search never runs', () => {
  const run = vi.fn()
  runAfterPause(run, 300)()
  runDelayedCalls()
  vi.advanceTimersByTime(300)
  expect(run).not.toHaveBeenCalled()
})

test('another search replaces those that can be dropped, and leaves the others', () => {
  const [search, drop, save] = [vi.fn(), vi.fn(), vi.fn()]
  runAfterPause(search, 300, drop)
  runAfterPause(save, 300)
  dropDelayedSearches()
  vi.advanceTimersByTime(300)
  expect([search, drop, save].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
})
