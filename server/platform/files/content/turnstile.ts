/**
 * Lets at most so many pieces of work run at once. The accounts that wait take turns, so that whoever brings much waits
 * for their own work and not the others for it; of one account the work keeps its order.
 */
export function createTurnstile(
  places: number,
): <Result>(work: () => Promise<Result>, account?: string) => Promise<Result> {
  let free = places
  const waiting = new Map<string, (() => void)[]>()

  function next(): (() => void) | undefined {
    for (const [account, queue] of waiting) {
      const first = queue.shift()
      // To the end of the line, behind the accounts that wait as well.
      waiting.delete(account)
      if (queue.length > 0) waiting.set(account, queue)
      return first
    }
    return undefined
  }

  return async (work, account = '') => {
    if (free > 0) free -= 1
    else {
      await new Promise<void>((resolve) => {
        const queue = waiting.get(account)
        if (queue) queue.push(resolve)
        else waiting.set(account, [resolve])
      })
    }
    try {
      return await work()
    } finally {
      const enter = next()
      if (enter) enter()
      else free += 1
    }
  }
}
