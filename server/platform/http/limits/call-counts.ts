export interface CallWindow {
  readonly endsAt: number
  ownCalls: number
  /** Number of calls in `ownCalls` that have already been added to the sum in Redis. */
  reportedCalls: number
  /** Number of calls received by other processes, as last read from Redis. */
  otherCalls: number
}

const MINUTE_MS = 60_000
const MAX_CALLERS = 50_000

/**
 * Counts calls per caller in windows of some minutes. Windows start at full minutes of the clock, so that all
 * processes have the same windows.
 */
export class CallCounts {
  readonly windows = new Map<string, CallWindow>()

  add(caller: string, minutes = 1): { calls: number; remainingMs: number } {
    const now = Date.now()
    const windowLength = minutes * MINUTE_MS
    const windowEnd = now - (now % windowLength) + windowLength
    let window = this.windows.get(caller)
    if (window?.endsAt !== windowEnd) {
      window = { endsAt: windowEnd, ownCalls: 0, reportedCalls: 0, otherCalls: 0 }
      this.windows.delete(caller)
      const [oldestCaller] = this.windows.keys()
      if (oldestCaller !== undefined && this.windows.size >= MAX_CALLERS) this.windows.delete(oldestCaller)
      this.windows.set(caller, window)
    }
    window.ownCalls++
    return { calls: window.ownCalls + window.otherCalls, remainingMs: windowEnd - now }
  }
}
