/** Budget of messages stored and logged before they are verified: a flood fills neither disk nor log. */
export interface UnverifiedBudget {
  /** Takes one from the budget; false when it is used up. */
  take(): boolean
}

/** Messages at once, and the milliseconds in which the budget of so many fills up again, in this process. */
const SIZE = 300
const REFILL_MS = 10 * 60_000

/** Makes a budget; `onUsedUp` is told once each time it is used up. */
export function createUnverifiedBudget(onUsedUp: () => void): UnverifiedBudget {
  let left = SIZE
  let at = performance.now()
  let isUsedUp = false
  return {
    take: () => {
      const now = performance.now()
      left = Math.min(SIZE, left + ((now - at) / REFILL_MS) * SIZE)
      at = now
      // Half a budget later it is another flood, and worth another line.
      if (left >= SIZE / 2) isUsedUp = false
      if (left >= 1) {
        left -= 1
        return true
      }
      if (!isUsedUp) onUsedUp()
      isUsedUp = true
      return false
    },
  }
}
