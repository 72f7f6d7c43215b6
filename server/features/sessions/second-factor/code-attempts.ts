import { sql } from 'kysely'
import {
  addAttempts,
  countAttempts,
  foldCase,
  removeAttemptsOfSubject,
  removeAttempts,
} from '#platform/attempts.ts'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { SECOND_FACTOR } from '@tahanan/contract/limits.ts'

interface CodeAttempt {
  right(): Promise<void>
}

const toSubject = (area: string, login: string): string => `code ${area} ${login}`
const DAY = 24 * 3600

/** Whether the input is a code of the app. Recovery codes are too long to guess and are not counted. */
export const isAppCode = (input: string): boolean => /^\d{6}$/.test(input.replaceAll(/\s/g, ''))

/**
 * Counts a code toward the account's daily limit, in addition to the ten failures of 15 minutes, which would
 * allow a thousand guesses a day (rules 1.30). Only time or a new password clears the count. Throws
 * `tooManyCodes` (429) beyond the limit; recovery codes still work.
 */
export async function beginCode(db: DbOrTx, area: string, login: string): Promise<CodeAttempt> {
  const subject = toSubject(area, login)
  // Inserted before counting, so that simultaneous guesses count.
  const ids = await addAttempts(db, [subject])
  const today = await countAttempts(db, subject, DAY)
  if (today.n > SECOND_FACTOR.codesPerDay) {
    await removeAttempts(db, ids)
    throw new PortalError('tooManyCodes', { retryAfter: Math.max(1, Math.ceil(today.wait)) })
  }
  return { right: () => removeAttempts(db, ids) }
}

/** Calls `warn` once a day after several wrong codes within the day, in the transaction that records it. */
export async function claimWarning(
  db: Db,
  area: string,
  login: string,
  warn: (tx: Tx) => Promise<void>,
): Promise<void> {
  const subject = toSubject(area, login)
  await db.transaction().execute(async (tx) => {
    // Locked before the query, so that the query sees what others have committed.
    await sql`select pg_advisory_xact_lock(hashtext(${foldCase(subject)}))`.execute(tx)
    const warned = `warned ${subject}`
    if ((await countAttempts(tx, warned, DAY)).n > 0) return
    if ((await countAttempts(tx, subject, DAY)).n < SECOND_FACTOR.warnAfter) return
    await addAttempts(tx, [warned])
    await warn(tx)
  })
}

/** Clears wrong codes after a password change, because the guesser does not know the new password. */
export async function clearCodeFailures(db: DbOrTx, area: string, login: string): Promise<void> {
  await removeAttemptsOfSubject(db, toSubject(area, login))
}
