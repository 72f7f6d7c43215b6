import { sql } from 'kysely'
import { addAttempts, foldCase, removeAttemptsOfSubject, removeAttempts } from '#platform/attempts.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { isDatabaseUnavailable } from '#platform/db/failures.ts'
import { PortalError, tooManyRequests } from '#platform/errors.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { network } from '#platform/http/limits/network.ts'
import { FORGOTTEN_PASSWORD, LOGIN_ATTEMPTS, type Area } from '@tahanan/contract/limits.ts'
import { forgiveCodes } from './second-factor/code-attempts.ts'

/** A login attempt, counted as failed until it succeeds, so that simultaneous guesses count. */
export interface LoginAttempt {
  readonly id: number
  /** Clears the account's failures; keeps other failures of the address. */
  succeeded(): Promise<void>
  /**
   * Removes this attempt and keeps earlier failures: a right password before the second factor must not clear
   * the account's wrong codes.
   */
  withdraw(): Promise<void>
}

/** Account of a checked password, and the address of the call. */
export interface LoginSubject {
  readonly area: Area
  readonly login: string
  readonly address: string
}

/**
 * Runs the check of a password or code. Throws 429 with `Retry-After` after ten failures of the account or
 * address within 15 minutes (rules 1.16), counted in the database for all processes.
 */
export function tryLogin<Result>(
  db: DbOrTx,
  { area, login, address }: LoginSubject,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return runExclusively(db, [subjectOf(area, login), `address ${network(address)}`], check)
}

/**
 * Runs the check of a link to choose a password. Counts by address and apart from logins, so that opening an
 * old link does not block logins (rules 1.26).
 */
export function tryLink<Result>(
  db: DbOrTx,
  address: string,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return runExclusively(db, [`link ${network(address)}`], check)
}

/** Runs the check of a code that enrols a device of the gate. Counts by account and address (rules 24.26). */
export function tryGateCode<Result>(
  db: DbOrTx,
  { id, address }: { readonly id: number; readonly address: string },
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return runExclusively(db, [`gate code ${id}`, `gate code address ${network(address)}`], check)
}

/**
 * Counts a request for a link to choose a password, for known and unknown accounts: by address like logins,
 * and few by account, so that nobody can flood a mailbox. Returns the request's id. Throws 429 (rules 1.24).
 */
export async function countLinkRequest(
  db: DbOrTx,
  area: Area,
  account: string,
  address: string,
): Promise<number> {
  await begin(db, [`forgot address ${network(address)}`])
  const { id } = await begin(db, [`forgot ${subjectOf(area, account)}`], FORGOTTEN_PASSWORD.mails)
  return id
}

const LINK_REQUEST = /^forgot (client|admin|super-admin) (.*)$/s

/** Finds the account of a link request; undefined once it has expired. */
export async function findLinkRequest(
  db: DbOrTx,
  id: number,
): Promise<{ area: Area; account: string } | undefined> {
  const row = await db.selectFrom('login_failures').select('subject').where('id', '=', id).executeTakeFirst()
  const [, area, account = ''] = LINK_REQUEST.exec(row?.subject ?? '') ?? []
  return area ? { area: area as Area, account } : undefined
}

/** Clears the failures of an account whose owner chose a new password. */
export async function forgiveFailures(db: DbOrTx, area: Area, account: string): Promise<void> {
  await removeAttemptsOfSubject(db, subjectOf(area, account))
  await forgiveCodes(db, area, account)
}

const limitOfSubject = createFairLimit(Infinity, 1)
/** Time of the last database outage seen by a check. Calls that arrived earlier are refused untried. */
let lastOutage = -Infinity
/**
 * Counts an attempt and runs its check, one at a time for each subject in this process: simultaneous right
 * passwords would count as guesses otherwise.
 */
async function runExclusively<Result>(
  db: DbOrTx,
  subjects: Subjects,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  const arrived = performance.now()
  const alone = subjects.reduceRight<() => Promise<Result>>(
    (work, subject) => () => limitOfSubject(subject.toLowerCase(), work),
    async () => {
      if (lastOutage > arrived) throw new PortalError('unavailable')
      try {
        return await check(await begin(db, subjects))
      } catch (error) {
        if (isDatabaseUnavailable(error)) lastOutage = performance.now()
        throw error
      }
    },
  )
  return alone()
}

type Subjects = readonly [first: string, ...more: string[]]

const subjectOf = (area: Area, account: string): string => `${area} ${account}`

/** Counts an attempt under its subjects; a success clears the first one. */
async function begin(
  db: DbOrTx,
  subjects: Subjects,
  most: number = LOGIN_ATTEMPTS.count,
): Promise<LoginAttempt> {
  const ids = await addAttempts(db, subjects)
  const tooMany = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('login_failures')
        .select([
          'at',
          sql<number>`row_number() over (partition by subject order by at desc, id desc)`.as('n'),
        ])
        .where('subject', 'in', subjects.map(foldCase))
        .where('at', '>', secondsAgo(LOGIN_ATTEMPTS.windowSeconds))
        .as('recent'),
    )
    .select((eb) =>
      sql<number>`extract(epoch from
        ${eb.fn.max('at')} - ${secondsAgo(LOGIN_ATTEMPTS.windowSeconds)})::float8`.as('wait'),
    )
    .where('n', '=', most + 1)
    .having((eb) => eb.fn.countAll(), '>', 0)
    .executeTakeFirst()
  if (tooMany) {
    // a refused try does not count, so that repeated tries do not prolong the block
    await removeAttempts(db, ids)
    throw tooManyRequests(tooMany.wait)
  }
  return {
    id: ids[0] ?? 0,
    withdraw: () => removeAttempts(db, ids),
    async succeeded() {
      await removeAttempts(db, ids)
      if (subjects.length > 1) await removeAttemptsOfSubject(db, subjects[0])
    },
  }
}
