import { expect, test, vi } from 'vitest'
import { CallCounts } from './call-counts.ts'
import { SharedCounts } from './shared-counts.ts'

test('whoever calls is counted, however many others call in the same minute, and while Redis is away', () => {
  // The minute does not end in between.
  vi.useFakeTimers({ now: 10 * 60_000, toFake: ['Date'] })
  const counts = new CallCounts()
  // Nobody listens at this port.
  const shared = new SharedCounts(counts, 'redis://127.0.0.1:1', { warn: () => {} })
  try {
    for (let n = 0; n < 60_000; n++) counts.add(`198.51.100.1 ${n}`)
    expect(Array.from({ length: 3 }, () => counts.add('late').calls)).toEqual([1, 2, 3])
  } finally {
    shared.close()
    vi.useRealTimers()
  }
})
