import { beforeEach, expect, test, vi } from 'vitest'
import { createUnverifiedBudget } from './unverified-budget.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
test('300 messages are taken at once, then one every two seconds, and each flood is logged once', () => {
  const onUsedUp = vi.fn<() => void>()
  const budget = createUnverifiedBudget(onUsedUp)
  const takeMany = (count: number) => Array.from({ length: count }, budget.tryConsume).filter(Boolean).length
  expect([takeMany(310), onUsedUp.mock.calls.length]).toEqual([300, 1])
  vi.advanceTimersByTime(10_000)
  expect([takeMany(10), onUsedUp.mock.calls.length]).toEqual([5, 1])
  vi.advanceTimersByTime(300_000)
  expect([takeMany(310), onUsedUp.mock.calls.length]).toEqual([150, 2])
})
