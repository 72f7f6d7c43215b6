import { expect, test, vi } from 'vitest'
import { SharedCounts } from './shared-counts.ts'

const MINUTE = 60_000

test('whoever calls is counted, however many others call in the same minute, and while Redis is away', () => {
  // The minute does not end in between.
  vi.useFakeTimers({ now: 10 * MINUTE, toFake: ['Date'] })
  // Nobody listens at this port.
  const counts = new SharedCounts('redis://127.0.0.1:1', { warn: () => {} })
  const count = (key: string): number => {
    let current = 0
    counts.incr(key, (_error, result) => (current = result.current), MINUTE)
    return current
  }
  try {
    for (let n = 0; n < 60_000; n++) count(`198.51.100.1 ${n}`)
    expect([count('late'), count('late'), count('late')]).toEqual([1, 2, 3])
  } finally {
    counts.close()
    vi.useRealTimers()
  }
})
