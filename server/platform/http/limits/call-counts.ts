/** Calls of one caller in one window of time. */
export interface CallWindow {
  /** Milliseconds since 1970. */
  readonly ends: number
  /** Calls that this process took, and how many of them the other processes know of. */
  own: number
  told: number
  /** Calls that the other processes had taken when they were last asked. */
  others: number
}

const MINUTE_MS = 60_000
/** Most callers in the cache; a further one evicts the oldest, who counts anew. */
const MOST_CALLERS = 50_000

/** Counts the calls of callers by the minutes of the clock, so that all processes count the same ones. */
export class CallCounts {
  readonly windows = new Map<string, CallWindow>()

  /** Counts a call. Returns the calls in this window so far, and the milliseconds that are left of it. */
  add(caller: string, minutes = 1): { calls: number; left: number } {
    const now = Date.now()
    const length = minutes * MINUTE_MS
    const ends = now - (now % length) + length
    let window = this.windows.get(caller)
    if (window?.ends !== ends) {
      window = { ends, own: 0, told: 0, others: 0 }
      this.windows.delete(caller)
      const [oldest] = this.windows.keys()
      if (oldest !== undefined && this.windows.size >= MOST_CALLERS) this.windows.delete(oldest)
      this.windows.set(caller, window)
    }
    window.own++
    return { calls: window.own + window.others, left: ends - now }
  }
}
