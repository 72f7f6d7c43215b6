import { SECOND_FACTOR } from '@tahanan/contract/limits.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { Db, DbOrTx } from '../../../platform/db/client.ts'
import { PortalError } from '../../../platform/errors.ts'

/** A code of the authenticator app that is being tried: counted as wrong until it was right. */
export interface CodeAttempt {
  right(): Promise<void>
}

/** Subject of an account's wrong codes in `login_failures`; the database folds the case. */
const subjectOf = (area: string, login: string): string => `code ${area} ${login}`
const DAY = `interval '1 day'`

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
  const [made] = await prepared<{ id: number }>(
    db,
    'codes.begin',
    'insert into login_failures (subject) values (lower($1)) returning id',
    [subject],
  )
  const forget = async (): Promise<void> => {
    await prepared(db, 'codes.forget', 'delete from login_failures where id = $1', [made?.id])
  }
  const [today] = await prepared<{ n: number; wait: number }>(
    db,
    'codes.count',
    `select count(*) as n, extract(epoch from min(at) + ${DAY} - clock_timestamp())::float8 as wait
     from login_failures where subject = lower($1) and at > clock_timestamp() - ${DAY}`,
    [subject],
  )
  if (today && today.n > SECOND_FACTOR.codesPerDay) {
    await forget()
    throw new PortalError('tooManyCodes', { retryAfter: Math.max(1, Math.ceil(today.wait)) })
  }
  return { right: forget }
}

/** Claims the warning of an account's owner: true after some wrong codes within a day, and once that day. */
export async function isTimeToWarn(db: Db, area: string, login: string): Promise<boolean> {
  const subject = subjectOf(area, login)
  const warned = await db.transaction().execute(async (tx) => {
    // Before the statement that looks, so that it sees what an earlier one has committed.
    await prepared(tx, 'codes.lock-warning', 'select pg_advisory_xact_lock(hashtext(lower($1)))', [subject])
    return prepared(
      tx,
      'codes.warn',
      `insert into login_failures (subject)
       select lower($2) where not exists (select from login_failures where subject = lower($2) and at > clock_timestamp() - ${DAY})
         and (select count(*) from login_failures where subject = lower($1) and at > clock_timestamp() - ${DAY}) >= ${SECOND_FACTOR.warnAfter}
       returning id`,
      [subject, `warned ${subject}`],
    )
  })
  return warned.length > 0
}

/** Forgets an account's wrong codes: whoever guessed them does not know the new password. */
export async function forgiveCodes(db: DbOrTx, area: string, login: string): Promise<void> {
  await prepared(db, 'codes.forgive', 'delete from login_failures where subject = lower($1)', [
    subjectOf(area, login),
  ])
}
