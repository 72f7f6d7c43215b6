import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { change, type Changing } from '#platform/services.ts'
import { SECOND_FACTOR } from '@tahanan/contract/limits.ts'
import { ACCOUNT_TABLES, refuseInMaintenance } from './accounts.ts'
import type { LoginAttempt } from './login-attempt.ts'
import { openSessionByCode, type Visitor } from './open-session-by-password.ts'
import { recordFailedLogin, tryRecordedLogin } from './record-login.ts'
import { beginCode, isAppCode } from './second-factor/code-attempts.ts'
import { consumeCode } from './second-factor/consume-code.ts'
import type { SessionServices } from './second-factor/open-second-factor-key.ts'
import { countRecoveryCodes } from './second-factor/replace-recovery-codes.ts'
import { warnOfCodes } from './second-factor/warn-of-codes.ts'
import { generateToken, hashToken } from './sessions.ts'
import { findSecondFactor, type OfficeAccount } from './to-office-account.ts'

/**
 * Starts the second step of a login after the right password. Returns the challenge, a random token; null if
 * the account has no second factor. The challenge expires after five minutes or five wrong codes, or when the
 * account's sessions are ended.
 */
export async function createChallenge(
  tx: Tx,
  { area, id }: OfficeAccount,
  passwordHash: string | null,
): Promise<string | null> {
  const account = await tx
    .selectFrom(ACCOUNT_TABLES[area])
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('totp_since', 'is not', null)
    .forShare()
    .executeTakeFirst()
  if (!account) return null
  const token = generateToken()
  await tx
    .insertInto('login_challenges')
    .values({ token_hash: hashToken(token), area, account_id: id })
    .execute()
  return token
}

const HAS_TRIES_LEFT = sql<boolean>`tries < ${SECOND_FACTOR.challengeTries}
  and created_at > ${secondsAgo(SECOND_FACTOR.challengeSeconds)}`

function findChallenge(db: DbOrTx, token: string): Promise<OfficeAccount | undefined> {
  return db
    .selectFrom('login_challenges')
    .select(['area', 'account_id as id'])
    .where('token_hash', '=', hashToken(token))
    .where(HAS_TRIES_LEFT)
    .executeTakeFirst()
}

/**
 * Counts a try before the code is checked, so that simultaneous tries are all counted. Returns false if no
 * try is left.
 */
async function countTry(db: DbOrTx, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login_challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where(HAS_TRIES_LEFT)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function deleteChallenge(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_challenges')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Completes a login by a code of the authenticator app or by a recovery code. Throws `wrongCode` (401) for a
 * wrong, used or expired code, and `loginEnded` (401) for an unknown, used or expired challenge. Each try
 * counts as a failed login until one succeeds. Throws 429 after ten failures of the account or address, or
 * when the day's limit of wrong app codes is reached (`beginCode`). Several wrong codes send a mail to the
 * owner. Throws 503 during maintenance.
 */
export async function answerChallenge(
  services: Changing & Pick<SessionServices, 'secondFactorKey'>,
  { challenge, code }: { challenge: string; code: string },
  visitor: Visitor,
): Promise<{ token: string }> {
  const { db } = services
  const account = await findChallenge(db, challenge)
  const factor = account && (await findSecondFactor(db, account))
  if (!account || !factor) throw new PortalError('loginEnded')
  await refuseInMaintenance(db, account.area)

  const subject = { ...account, login: factor.login, address: visitor.address }
  return tryRecordedLogin(db, subject, (attempt) =>
    tryCode(services, { account, login: factor.login, challenge, code, visitor }, attempt),
  )
}

interface TriedCode {
  readonly account: OfficeAccount
  readonly login: string
  readonly challenge: string
  readonly code: string
  readonly visitor: Visitor
}

async function tryCode(
  services: Changing & Pick<SessionServices, 'secondFactorKey'>,
  { account, login, challenge, code, visitor }: TriedCode,
  attempt: LoginAttempt,
): Promise<{ token: string }> {
  const { db } = services
  if (!(await countTry(db, challenge))) {
    await attempt.withdraw()
    throw new PortalError('loginEnded')
  }
  const guess = isAppCode(code)
    ? await beginCode(db, account.area, login).catch(async (error: unknown) => {
        await attempt.withdraw()
        if (error instanceof PortalError) await recordFailedLogin(db, account, visitor.address, 'codesUsedUp')
        throw error
      })
    : null
  const session = await change(services, async (tx) => {
    const used = await consumeCode(tx, services.secondFactorKey, account, code)
    if (!used) return null
    // The account's row is locked now. A simultaneous call that ends its sessions either has deleted the
    // challenge already, or waits for the lock and then sees this session.
    if (used === 'off' || !(await deleteChallenge(tx, challenge))) throw new PortalError('loginEnded')
    const left = used === 'recovery' && (await countRecoveryCodes(tx, account))
    const how = left === false ? undefined : `With a recovery code; ${left} are left.`
    const session = await openSessionByCode(tx, account, visitor, how)
    if (!session) throw new PortalError('loginEnded')
    return session
  })
  if (!session) {
    await recordFailedLogin(db, account, visitor.address, 'wrongCode')
    await warnOfCodes(services, account, login, visitor.reqId)
    throw new PortalError('wrongCode')
  }
  await attempt.succeeded()
  await guess?.right()
  return session
}
