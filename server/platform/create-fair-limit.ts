import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Limits how many calls run at once. An account runs at most `perAccount` of them, in their original order.
 */
export function createFairLimit(
  concurrency: number,
  perAccount = concurrency,
): <Result>(account: string, work: () => Promise<Result>) => Promise<Result> {
  const limitOverall = pLimit(concurrency)
  const limits = new Map<string, LimitFunction>()

  return async (account, work) => {
    const limit = limits.get(account) ?? pLimit(perAccount)
    limits.set(account, limit)
    try {
      return await limit(() => limitOverall(work))
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(account)
    }
  }
}
