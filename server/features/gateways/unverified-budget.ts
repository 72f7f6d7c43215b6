/**
 * Limits how many messages are stored and logged before they are verified, so that many forged messages fill
 * neither the disk nor the log.
 */
export interface UnverifiedBudget {
  take(): boolean
}

// Maximum unverified messages that one process stores in `REFILL_MS`.
const BUDGET_SIZE = 300
const REFILL_MS = 10 * 60_000

export function createUnverifiedBudget(onUsedUp: () => void): UnverifiedBudget {
  let remainingMessages = BUDGET_SIZE
  let refilledAt = performance.now()
  let isUsedUp = false
  return {
    take: () => {
      const now = performance.now()
      remainingMessages = Math.min(
        BUDGET_SIZE,
        remainingMessages + ((now - refilledAt) / REFILL_MS) * BUDGET_SIZE,
      )
      refilledAt = now
      if (remainingMessages >= BUDGET_SIZE / 2) isUsedUp = false
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
