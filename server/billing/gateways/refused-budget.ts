/** How many messages that led nowhere may be stored and logged, so that a flood of forged ones fills neither disk nor log. */
export interface RefusedBudget {
  /** Takes one from the budget; false when it is used up. */
  take(): boolean
}

/** A bucket of `size` that fills up again within `refillMs`, in this process. */
export function createRefusedBudget(
  size = 300,
  refillMs = 10 * 60_000,
  now: () => number = () => performance.now(),
): RefusedBudget {
  let left = size
  let at = now()
  return {
    take: () => {
      const time = now()
      left = Math.min(size, left + ((time - at) / refillMs) * size)
      at = time
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
