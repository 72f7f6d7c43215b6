import { expect } from 'vitest'
import type { Db, Tx } from '#platform/db/client.ts'
import { countLockWaits } from './count-lock-waits.ts'

/**
 * Makes calls that must wait for a lock. `work` takes the locks in a transaction before the calls start.
 * `meanwhile` runs when all calls wait. The test fails if a call does not wait.
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
