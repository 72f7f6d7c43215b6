/**
 * Limits how many messages are stored and logged before they are verified, so that a flood fills neither disk
 * nor log.
 */
export interface UnverifiedBudget {
  take(): boolean
}

// Limits per process.
const SIZE = 300
const REFILL_MS = 10 * 60_000

export function createUnverifiedBudget(onUsedUp: () => void): UnverifiedBudget {
  let remainingMessages = SIZE
  let at = performance.now()
  let isUsedUp = false
  return {
    take: () => {
      const now = performance.now()
      remainingMessages = Math.min(SIZE, remainingMessages + ((now - at) / REFILL_MS) * SIZE)
      at = now
      if (remainingMessages >= SIZE / 2) isUsedUp = false
      if (remainingMessages >= 1) {
        remainingMessages -= 1
        return true
      }
      if (!isUsedUp) onUsedUp()
      isUsedUp = true
      return false
    },
  }
}
