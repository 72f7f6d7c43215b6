import { sql } from 'kysely'
import { addAttempts, countAttempts, folded, forgetAttempts, removeAttempts } from '#platform/attempts.ts'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { SECOND_FACTOR } from '@tahanan/contract/limits.ts'

/** A code of the authenticator app that is being tried: counted as wrong until it was right. */
interface CodeAttempt {
  right(): Promise<void>
}

/** Subject of an account's wrong codes in `login_failures`. */
const subjectOf = (area: string, login: string): string => `code ${area} ${login}`
const DAY = 24 * 3600

/** Whether the input is meant as a code of the app. Recovery codes are too long to be guessed, so they are not counted. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(/\s/g, ''))

/**
 * Counts a code for its account's day, beside the ten failures of 15 minutes: a patient guesser who knows the password would
 * otherwise have a thousand tries a day (rules 1.30). Only time or a new password forgets them. Throws `tooManyCodes` (429)
 * when the day's are used up; recovery codes open the account all the same.
 */
export async function beginCode(db: DbOrTx, area: string, login: string): Promise<CodeAttempt> {
  const subject = subjectOf(area, login)
  // Inserted before they are counted, so that simultaneous guesses count each other.
  const ids = await addAttempts(db, [subject])
  const today = await countAttempts(db, subject, DAY)
  if (today.n > SECOND_FACTOR.codesPerDay) {
    await removeAttempts(db, ids)
    throw new PortalError('tooManyCodes', { retryAfter: Math.max(1, Math.ceil(today.wait)) })
  }
  return { right: () => removeAttempts(db, ids) }
}

/**
 * Claims the warning of an account's owner after some wrong codes within a day, once that day, and calls `warn` in the same
 * transaction.
 */
export async function claimWarning(
  db: Db,
  area: string,
  login: string,
  warn: (tx: Tx) => Promise<void>,
): Promise<void> {
  const subject = subjectOf(area, login)
  await db.transaction().execute(async (tx) => {
    // Before the statement that looks, so that it sees what an earlier one has committed.
    await sql`select pg_advisory_xact_lock(hashtext(${folded(subject)}))`.execute(tx)
    const warned = `warned ${subject}`
    if ((await countAttempts(tx, warned, DAY)).n > 0) return
    if ((await countAttempts(tx, subject, DAY)).n < SECOND_FACTOR.warnAfter) return
    await addAttempts(tx, [warned])
    await warn(tx)
  })
}

/** Forgets an account's wrong codes: whoever guessed them does not know the new password. */
export async function forgiveCodes(db: DbOrTx, area: string, login: string): Promise<void> {
  await forgetAttempts(db, subjectOf(area, login))
}
