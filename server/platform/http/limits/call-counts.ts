/** The calls of one caller in one window of time. */
export interface CallWindow {
  /** Milliseconds since 1970. */
  readonly ends: number
  /** Calls at this process. */
  own: number
  /** The part of `own` that Redis has. */
  reported: number
  /** Calls at other processes, as last read from Redis. */
  others: number
}

const MINUTE_MS = 60_000
/** Most callers in memory; a further one evicts the oldest. */
const MOST_CALLERS = 50_000

/** Counts calls by minutes of the clock, so that all processes count the same windows. */
export class CallCounts {
  readonly windows = new Map<string, CallWindow>()

  /** Counts a call. Returns the calls in this window, and the milliseconds left of it. */
  add(caller: string, minutes = 1): { calls: number; left: number } {
    const now = Date.now()
    const length = minutes * MINUTE_MS
    const ends = now - (now % length) + length
    let window = this.windows.get(caller)
    if (window?.ends !== ends) {
      window = { ends, own: 0, reported: 0, others: 0 }
      this.windows.delete(caller)
      const [oldest] = this.windows.keys()
      if (oldest !== undefined && this.windows.size >= MOST_CALLERS) this.windows.delete(oldest)
      this.windows.set(caller, window)
    }
    window.own++
    return { calls: window.own + window.others, left: ends - now }
  }
}
