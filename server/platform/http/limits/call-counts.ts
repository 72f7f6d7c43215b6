export interface CallWindow {
  readonly ends: number
  own: number
  /** Number of calls in `own` that have already been added to the sum in Redis. */
  reported: number
  /** Number of calls received by other processes, as last read from Redis. */
  others: number
}

const MINUTE_MS = 60_000
const MAX_CALLERS = 50_000

/**
 * Counts calls per caller in windows of some minutes. Windows start at full minutes of the clock, so that all
 * processes have the same windows.
 */
export class CallCounts {
  readonly windows = new Map<string, CallWindow>()

  add(caller: string, minutes = 1): { calls: number; left: number } {
    const now = Date.now()
    const windowLength = minutes * MINUTE_MS
    const windowEnd = now - (now % windowLength) + windowLength
    let window = this.windows.get(caller)
    if (window?.ends !== windowEnd) {
      window = { ends: windowEnd, own: 0, reported: 0, others: 0 }
      this.windows.delete(caller)
      const [oldest] = this.windows.keys()
      if (oldest !== undefined && this.windows.size >= MAX_CALLERS) this.windows.delete(oldest)
      this.windows.set(caller, window)
    }
    window.own++
    return { calls: window.own + window.others, left: windowEnd - now }
  }
}
