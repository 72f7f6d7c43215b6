/** Budget of messages stored and logged before they are verified: a flood fills neither disk nor log. */
export interface UnverifiedBudget {
  /** Takes one from the budget; false when it is used up. */
  take(): boolean
}

/** A bucket of `size` that fills up again within `refillMs`, in this process. `onUsedUp` is told once each time it is. */
export function createUnverifiedBudget(
  onUsedUp: () => void,
  { size = 300, refillMs = 10 * 60_000, now = () => performance.now() } = {},
): UnverifiedBudget {
  let left = size
  let at = now()
  let isUsedUp = false
  return {
    take: () => {
      const time = now()
      left = Math.min(size, left + ((time - at) / refillMs) * size)
      at = time
      // Half a bucket later it is another flood, and worth another line.
      if (left >= size / 2) isUsedUp = false
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
