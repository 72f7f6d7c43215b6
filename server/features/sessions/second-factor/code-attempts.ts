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
import { SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'

export interface CodeAttempt {
  right(): Promise<void>
}

const toSubject = (area: string, login: string): string => `code ${area} ${login}`
const DAY_SECONDS = 24 * 3600

/**
 * Returns true if the input is a code of the authenticator app. Only app codes are counted, because recovery
 * codes are too long to guess.
 */
export const isAppCode = (input: string): boolean => /^\d{6}$/.test(input.replaceAll(/\s/g, ''))

/**
 * Counts an app code toward the account's daily limit of wrong codes. This limit is needed, because ten
 * failures in 15 minutes still allow a thousand guesses a day (rules 1.30). Only time or a new password
 * clears the count. Throws `tooManyCodes` (429) above the limit; recovery codes still work then.
 */
export async function beginCodeAttempt(db: DbOrTx, area: string, login: string): Promise<CodeAttempt> {
  const subjectKey = toSubject(area, login)
  // The attempt is inserted before counting, so that each of several simultaneous guesses counts the others.
  const ids = await addAttempts(db, [subjectKey])
  const today = await countAttempts(db, subjectKey, DAY_SECONDS)
  if (today.n > SECOND_FACTOR_LIMITS.codesPerDay) {
    await removeAttempts(db, ids)
    throw new PortalError('tooManyCodes', { retryAfter: Math.max(1, Math.ceil(today.wait)) })
  }
  return { right: () => removeAttempts(db, ids) }
}

/**
 * Calls `warn` in a transaction if the account had several wrong codes within a day. `warn` is called at most
 * once a day.
 */
export async function warnOncePerDay(
  db: Db,
  area: string,
  login: string,
  warn: (tx: Tx) => Promise<void>,
): Promise<void> {
  const subjectKey = toSubject(area, login)
  await db.transaction().execute(async (tx) => {
    // The lock is taken before the query, so that the query sees warnings that other calls have committed.
    await sql`select pg_advisory_xact_lock(hashtext(${foldCase(subjectKey)}))`.execute(tx)
    const warningSubject = `warned ${subjectKey}`
    if ((await countAttempts(tx, warningSubject, DAY_SECONDS)).n > 0) return
    if ((await countAttempts(tx, subjectKey, DAY_SECONDS)).n < SECOND_FACTOR_LIMITS.warnAfter) return
    await addAttempts(tx, [warningSubject])
    await warn(tx)
  })
}

/**
 * Clears the count of wrong codes after a password change. Somebody who guessed codes does not know the new
 * password, so the count is no longer needed.
 */
export async function clearCodeFailures(db: DbOrTx, area: string, login: string): Promise<void> {
  await removeAttemptsOfSubject(db, toSubject(area, login))
}
