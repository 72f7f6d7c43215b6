import { expect } from 'vitest'
import type { Db, Tx } from '#platform/db/client.ts'
import { countLockWaits } from './count-lock-waits.ts'

/**
 * Makes calls that must wait for a lock. `callback` takes the locks in a transaction before the calls start.
 * `runMeanwhile` runs when all calls wait. The test fails if a call does not wait.
 */
export async function callDuring<Answered>(
  db: Db,
  callback: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<Answered>)[],
  runMeanwhile: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Answered[]> {
  const pendingAnswers = await db.transaction().execute(async (tx) => {
    await callback(tx)
    const pendingResponses = Promise.all(calls.map((call) => call()))
    await expect.poll(() => countLockWaits(db)).toBe(calls.length)
    await runMeanwhile(tx)
    return { answers: pendingResponses }
  })
  return pendingAnswers.answers
}
