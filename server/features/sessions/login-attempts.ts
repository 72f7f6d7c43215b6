import { sql } from 'kysely'
import { addAttempts, folded, forgetAttempts, removeAttempts } from '#platform/attempts.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { isDatabaseUnavailable } from '#platform/db/failures.ts'
import { PortalError, tooManyRequests } from '#platform/errors.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { network } from '#platform/http/limits/network.ts'
import { FORGOTTEN_PASSWORD, LOGIN_ATTEMPTS, type Area } from '@tahanan/contract/limits.ts'
import { forgiveCodes } from './second-factor/code-attempts.ts'

/** A login that is being tried: counted as failed until it succeeds, so that simultaneous guesses count each other. */
export interface LoginAttempt {
  readonly id: number
  /** The password was right: this account's failures are forgotten; its address keeps the others'. */
  succeeded(): Promise<void>
  /**
   * This one was no failure, the earlier ones stay: the password of an account with a second factor was right, and whoever
   * knows it must not have its wrong codes forgotten by typing it again.
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
 * Checks a password or code. After ten failures for the account or from the address within 15 minutes it throws 429 with
 * `Retry-After` (rules 1.16). Counted in the database, for all server processes together.
 */
export function tryLogin<Result>(
  db: DbOrTx,
  { area, login, address }: LoginSubject,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return inTurn(db, [subjectOf(area, login), `address ${network(address)}`], check)
}

/**
 * Checks a link that chooses a password. Counted by address alone and apart from logins, so that whoever opens an old link
 * again and again can still log in (rules 1.26).
 */
export function tryLink<Result>(
  db: DbOrTx,
  address: string,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return inTurn(db, [`link ${network(address)}`], check)
}

/**
 * Counts a request for a link to choose a password, known account or not: by address as logins, and a few by account, so that
 * nobody fills another's mailbox. Returns the request's id. Throws 429 (rules 1.24).
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

/** Finds what a request for a link was made for; undefined once it is too old to count. */
export async function findLinkRequest(
  db: DbOrTx,
  id: number,
): Promise<{ area: Area; account: string } | undefined> {
  const row = await db.selectFrom('login_failures').select('subject').where('id', '=', id).executeTakeFirst()
  const [, area, account = ''] = LINK_REQUEST.exec(row?.subject ?? '') ?? []
  return area ? { area: area as Area, account } : undefined
}

/** Forgets the failures of an account whose owner has just chosen a password. */
export async function forgiveFailures(db: DbOrTx, area: Area, account: string): Promise<void> {
  await forgetAttempts(db, subjectOf(area, account))
  await forgiveCodes(db, area, account)
}

const oneOfSubject = createFairLimit(Infinity, 1)
/** When a check last found the database away. Whoever waited meanwhile is refused too, instead of waiting for it in turn. */
let lastOutage = -Infinity

/**
 * Counts an attempt and runs its check, alone for each of its subjects in this process: right passwords that arrive together
 * would count as guesses of each other.
 */
async function inTurn<Result>(
  db: DbOrTx,
  subjects: Subjects,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  const arrived = performance.now()
  const alone = subjects.reduceRight<() => Promise<Result>>(
    (work, subject) => () => oneOfSubject(subject.toLowerCase(), work),
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

/** Counts an attempt under its subjects; a success is forgotten under the first of them. */
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
        .where('subject', 'in', subjects.map(folded))
        .where('at', '>', secondsAgo(LOGIN_ATTEMPTS.windowSeconds))
        .as('recent'),
    )
    .select((eb) =>
      sql<number>`extract(epoch from ${eb.fn.max('at')} - ${secondsAgo(LOGIN_ATTEMPTS.windowSeconds)})::float8`.as(
        'wait',
      ),
    )
    .where('n', '=', most + 1)
    .having((eb) => eb.fn.countAll(), '>', 0)
    .executeTakeFirst()
  if (tooMany) {
    // a refused try is no failure, so that whoever keeps trying does not keep the owner out for longer
    await removeAttempts(db, ids)
    throw tooManyRequests(tooMany.wait)
  }
  return {
    id: ids[0] ?? 0,
    withdraw: () => removeAttempts(db, ids),
    async succeeded() {
      await removeAttempts(db, ids)
      if (subjects.length > 1) await forgetAttempts(db, subjects[0])
    },
  }
}
