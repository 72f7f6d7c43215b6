import { sql } from 'kysely'
import { addAttempts, foldCase, removeAttemptsOfSubject, removeAttempts } from '#platform/attempts.ts'
import { createFairLimit } from '#platform/create-fair-limit.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { isDatabaseUnavailable } from '#platform/db/is-database-unavailable.ts'
import { PortalError, createTooManyLoginsError } from '#platform/errors.ts'
import { toNetworkKey } from '#platform/http/limits/to-network-key.ts'
import { PASSWORD_LINK_LIMITS, LOGIN_ATTEMPT_LIMITS, type Area } from '@tahanan/contract/limits.ts'
import { clearCodeFailures } from './second-factor/code-attempts.ts'

export interface LoginAttempt {
  readonly id: number
  /**
   * Ends a successful attempt: clears the failures of the account, but not those of other accounts from the
   * same address.
   */
  markAsSucceeded(): Promise<void>
  /**
   * Removes this attempt but no earlier failures. Used if the password was correct but a code is still
   * required: a correct password must not clear the account's wrong codes.
   */
  withdraw(): Promise<void>
}

export interface LoginSubject {
  readonly area: Area
  readonly login: string
  readonly address: string
}

/**
 * Runs the check of a password or code. Throws 429 with `Retry-After` after too many failures in 15 minutes
 * (rules 1.16). Failures are counted per account, per IP address, and per account at an address. The database
 * counts them for all processes.
 */
export function tryLogin<Result>(
  db: DbOrTx,
  { area, login, address }: LoginSubject,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return runExclusively(db, createLimits(toSubject(area, login), toNetworkKey(address)), check)
}

/**
 * Calls `find` to find the record of a random token (128 bits or more); `find` throws 404 for a wrong token.
 * Wrong tokens are counted per IP address, separately from logins. Throws 429 after 200 wrong tokens (rules
 * 1.26), but never for a right token.
 */
export async function findWithAddressLimit<Found>(
  db: DbOrTx,
  address: string,
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find()
  } catch (error) {
    const isWrong = error instanceof PortalError && error.status === 404
    if (isWrong)
      await beginAttempt(db, [
        createAddressLimit(`link ${toNetworkKey(address)}`, 'with links from this network'),
      ])
    throw error
  }
}

/**
 * Runs the check of a code that enrols a gate device. Failures are counted by account and by address (rules
 * 24.26).
 */
export function tryGateCode<Result>(
  db: DbOrTx,
  { id, address }: { readonly id: number; readonly address: string },
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  return runExclusively(
    db,
    createLimits(`gate code ${id}`, toNetworkKey(address), 'gate code address'),
    check,
  )
}

/**
 * Counts a request for a mailed link to choose a password, also if the account is unknown. Returns the
 * request's id. Throws 429 above a limit (rules 1.24). Requests of an address have the same limit as logins.
 * The limit of an account is low, so that nobody can flood a mailbox.
 */
export async function countLinkRequest(
  db: DbOrTx,
  area: Area,
  account: string,
  address: string,
): Promise<number> {
  await beginAttempt(db, [createAddressLimit(`forgot address ${toNetworkKey(address)}`, 'from this network')])
  const { mails } = PASSWORD_LINK_LIMITS
  const subject = `forgot ${toSubject(area, account)}`
  const { id } = await beginAttempt(db, [{ subject, maxAttempts: mails, scopeText: 'for this account' }])
  return id
}

const LINK_REQUEST_PATTERN = /^forgot (client|admin|super-admin) (.*)$/s

/** Finds the account of a link request; undefined if the request has expired. */
export async function findLinkRequest(
  db: DbOrTx,
  id: number,
): Promise<{ area: Area; account: string } | undefined> {
  const row = await db.selectFrom('login_failures').select('subject').where('id', '=', id).executeTakeFirst()
  const [, area, account = ''] = LINK_REQUEST_PATTERN.exec(row?.subject ?? '') ?? []
  return area ? { area: area as Area, account } : undefined
}

/**
 * Clears the failures of an account from all addresses, and its wrong codes. Counters per IP address are
 * unchanged.
 */
export async function clearLoginFailures(db: DbOrTx, area: Area, account: string): Promise<void> {
  const subject = toSubject(area, account)
  await removeAttemptsOfSubject(db, subject)
  await removeAttemptsFromAddresses(db, subject)
  await clearCodeFailures(db, area, account)
}

const runOneAtATimePerSubject = createFairLimit(Infinity, 1)
/**
 * Time at which a login check last failed because the database was unavailable. Calls that arrived before
 * this time are refused without a check.
 */
let lastOutage = -Infinity
/**
 * Counts an attempt and runs its check. Runs one check at a time per account in this process. Otherwise
 * simultaneous attempts with the right password would be counted as failures until they succeed.
 */
async function runExclusively<Result>(
  db: DbOrTx,
  limits: Limits,
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  const arrivedAt = performance.now()
  return runOneAtATimePerSubject(limits[0].subject.toLowerCase(), async () => {
    if (lastOutage > arrivedAt) throw new PortalError('unavailable')
    try {
      return await check(await beginAttempt(db, limits))
    } catch (error) {
      if (isDatabaseUnavailable(error)) lastOutage = performance.now()
      throw error
    }
  })
}

interface FailureLimit {
  readonly subject: string
  readonly maxAttempts: number
  readonly scopeText: string
}

/** Failure limits of a login attempt. The first limit is that of the account. */
type Limits = readonly [first: FailureLimit, ...more: FailureLimit[]]

const toSubject = (area: Area, account: string): string => `${area} ${account}`

const createAddressLimit = (subject: string, scopeText: string): FailureLimit => ({
  subject,
  maxAttempts: LOGIN_ATTEMPT_LIMITS.ofAddress,
  scopeText,
})

function createLimits(account: string, from: string, addressName = 'address'): Limits {
  const { ofAccount, ofAccountFromAddress } = LOGIN_ATTEMPT_LIMITS
  return [
    { subject: account, maxAttempts: ofAccount, scopeText: 'for this account' },
    {
      subject: toAddressSubject(account, from),
      maxAttempts: ofAccountFromAddress,
      scopeText: 'for this account from this network',
    },
    createAddressLimit(`${addressName} ${from}`, 'from this network'),
  ]
}

/**
 * Returns the key under which failures of an account from one address are counted. The address comes first,
 * because an account name is free text: in another order it could form the key of another account.
 */
const toAddressSubject = (account: string, from: string): string => `from ${from} ${account}`

/** Removes an account's attempts that `toAddressSubject` counts, from all addresses. */
async function removeAttemptsFromAddresses(db: DbOrTx, account: string): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('subject', 'like', 'from %')
    .where(sql`regexp_replace(subject, '^from [^ ]+ ', '')`, '=', foldCase(account))
    .execute()
}

async function beginAttempt(db: DbOrTx, limits: Limits): Promise<LoginAttempt> {
  const ids = await addAttempts(
    db,
    limits.map(({ subject }) => subject),
  )
  const waitSeconds = await Promise.all(limits.map((limit) => findWaitSeconds(db, limit)))
  const longestWait = Math.max(...waitSeconds)
  if (longestWait > 0) {
    // A refused attempt is not counted. Otherwise repeated attempts would prolong the block.
    await removeAttempts(db, ids)
    throw createTooManyLoginsError(longestWait, limits[waitSeconds.indexOf(longestWait)]?.scopeText ?? '')
  }
  return {
    id: ids[0] ?? 0,
    withdraw: () => removeAttempts(db, ids),
    async markAsSucceeded() {
      await removeAttempts(db, ids)
      for (const { subject } of limits.slice(0, 2)) await removeAttemptsOfSubject(db, subject)
    },
  }
}

async function findWaitSeconds(db: DbOrTx, { subject, maxAttempts }: FailureLimit): Promise<number> {
  const windowStart = secondsAgo(LOGIN_ATTEMPT_LIMITS.windowSeconds)
  const failureBeyondLimit = await db
    .selectFrom('login_failures')
    .select(sql<number>`extract(epoch from at - ${windowStart})::float8`.as('wait'))
    .where('subject', '=', foldCase(subject))
    .where('at', '>', windowStart)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxAttempts)
    .limit(1)
    .executeTakeFirst()
  return failureBeyondLimit ? Math.max(1, failureBeyondLimit.wait) : 0
}
