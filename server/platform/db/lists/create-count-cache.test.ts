import { beforeEach, expect, test, vi } from 'vitest'
import { createCountCache } from './create-count-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
test('counts are kept for ten seconds, each under its key', () => {
  const kept = createCountCache()
  kept.set('all', new Map([[1, 12_000]]))
  expect(kept.get('other')).toBeUndefined()
  vi.advanceTimersByTime(9999)
  expect(kept.get('all')?.get(1)).toBe(12_000)
  vi.advanceTimersByTime(1)
  expect(kept.get('all')).toBeUndefined()
  kept.set('all', new Map([[1, 12_001]]))
  expect(kept.get('all')?.get(1)).toBe(12_001)
})

test('searches that never come again do not fill the memory', () => {
  const kept = createCountCache()
  for (let n = 0; n <= 500; n++) kept.set(`search ${n}`, new Map())
  expect(kept.get('search 0')).toBeUndefined()
  expect(kept.get('search 500')).toBeDefined()
})
