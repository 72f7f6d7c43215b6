import { beforeEach, expect, test, vi } from 'vitest'
import { createCountCache } from './create-count-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
test('counts are kept for ten seconds, each under its key', () => {
  const countCache = createCountCache()
  countCache.set('all', new Map([[1, 12_000]]))
  expect(countCache.get('other')).toBeUndefined()
  vi.advanceTimersByTime(9999)
  expect(countCache.get('all')?.get(1)).toBe(12_000)
  vi.advanceTimersByTime(1)
  expect(countCache.get('all')).toBeUndefined()
  countCache.set('all', new Map([[1, 12_001]]))
  expect(countCache.get('all')?.get(1)).toBe(12_001)
})

test('searches that never come again do not fill the memory', () => {
  const countCache = createCountCache()
  for (let n = 0; n <= 500; n++) countCache.set(`search ${n}`, new Map())
  expect(countCache.get('search 0')).toBeUndefined()
  expect(countCache.get('search 500')).toBeDefined()
})
