import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the answer is neither false, null nor undefined; throws with the name of the condition after a generous time. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | false | null | undefined> | Result | false | null | undefined,
  patienceMs = 60_000,
): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain: ${what}`)
    await sleep(20)
  }
}
