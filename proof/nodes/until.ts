import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls until the result is not false, null or undefined, and returns it. After `timeoutMs` throws an error
 * with the name of the condition.
 */
export async function waitUntil<Result>(
  condition: string,
  poll: () => Promise<Result | false | null | undefined> | Result | false | null | undefined,
  timeoutMs = 60_000,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const pollResult = await poll()
    if (pollResult !== false && pollResult !== null && pollResult !== undefined) return pollResult
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${condition}`)
    await sleep(20)
  }
}
