import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Limits how much work runs at once, and how much of it one account may have in the queue: who brings much waits behind
 * their own work, and the others do not. The work of an account keeps its order.
 */
export function createFairLimit(
  concurrency: number,
  perAccount = concurrency,
): <Result>(account: string, work: () => Promise<Result>) => Promise<Result> {
  const everybody = pLimit(concurrency)
  const accounts = new Map<string, LimitFunction>()

  return async (account, work) => {
    const own = accounts.get(account) ?? pLimit(perAccount)
    accounts.set(account, own)
    try {
      return await own(() => everybody(work))
    } finally {
      if (own.activeCount + own.pendingCount === 0) accounts.delete(account)
    }
  }
}
