import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Limits how many calls run at once. An account runs at most `maxPerAccount` of them, in their original order.
 */
export function createFairLimit(
  concurrency: number,
  maxPerAccount = concurrency,
): <Result>(account: string, operation: () => Promise<Result>) => Promise<Result> {
  const overallLimit = pLimit(concurrency)
  const limits = new Map<string, LimitFunction>()

  return async (account, operation) => {
    const limit = limits.get(account) ?? pLimit(maxPerAccount)
    limits.set(account, limit)
    try {
      return await limit(() => overallLimit(operation))
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(account)
    }
  }
}
