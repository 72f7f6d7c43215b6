/**
 * Limits how many messages are stored and logged before they are verified, so that many forged messages fill
 * neither the disk nor the log.
 */
export interface UnverifiedBudget {
  tryConsume(): boolean
}

// Maximum unverified messages that one process stores in `REFILL_MS`.
const MAX_UNVERIFIED_MESSAGES = 300
const REFILL_MS = 10 * 60_000

export function createUnverifiedBudget(onUsedUp: () => void): UnverifiedBudget {
  let remainingMessages = MAX_UNVERIFIED_MESSAGES
  let refilledAt = performance.now()
  let isUsedUp = false
  return {
    tryConsume: () => {
      const now = performance.now()
      remainingMessages = Math.min(
        MAX_UNVERIFIED_MESSAGES,
        remainingMessages + ((now - refilledAt) / REFILL_MS) * MAX_UNVERIFIED_MESSAGES,
      )
      refilledAt = now
      if (remainingMessages >= MAX_UNVERIFIED_MESSAGES / 2) isUsedUp = false
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
