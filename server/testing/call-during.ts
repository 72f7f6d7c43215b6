import { expect } from 'vitest'
import type { Db, Tx } from '#platform/db/client.ts'
import { countLockWaits } from './count-lock-waits.ts'

/**
 * Makes calls while a transaction holds the locks that they need. `work` takes the locks before the calls
 * start. `meanwhile` runs when all calls wait for a lock. The test fails if a call does not wait.
 */
export async function callDuring<Answered>(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<Answered>)[],
  meanwhile: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Answered[]> {
  const pendingAnswers = await db.transaction().execute(async (tx) => {
    await work(tx)
    const pendingResponses = Promise.all(calls.map((call) => call()))
    await expect.poll(() => countLockWaits(db)).toBe(calls.length)
    await meanwhile(tx)
    return { answers: pendingResponses }
  })
  return pendingAnswers.answers
}
