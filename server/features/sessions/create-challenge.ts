import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { runInTransaction, type TransactionContext } from '#platform/platform-context.ts'
import { SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import { ACCOUNT_TABLES, requireNoMaintenance } from './accounts.ts'
import type { LoginAttempt } from './login-attempt.ts'
import { openSessionByCode, type Visitor } from './open-session-by-password.ts'
import { tryLoginWithAudit } from './record-login.ts'
import { countGuess, reportWrongCode, type CodeGuess } from './second-factor/code-guess.ts'
import { consumeCode } from './second-factor/consume-code.ts'
import type { SessionServices } from './second-factor/open-second-factor-key.ts'
import { countRecoveryCodes } from './second-factor/replace-recovery-codes.ts'
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

const HAS_TRIES_LEFT = sql<boolean>`tries < ${SECOND_FACTOR_LIMITS.challengeTries}
  and created_at > ${secondsAgo(SECOND_FACTOR_LIMITS.challengeSeconds)}`

function findChallenge(db: DbOrTx, token: string): Promise<OfficeAccount | undefined> {
  return db
    .selectFrom('login_challenges')
    .select(['area', 'account_id as id'])
    .where('token_hash', '=', hashToken(token))
    .where(HAS_TRIES_LEFT)
    .executeTakeFirst()
}

/**
 * Counts an attempt before the code is checked, so that simultaneous attempts are all counted. Returns false
 * if no attempt is left.
 */
async function countChallengeAttempt(db: DbOrTx, token: string): Promise<boolean> {
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
 * Completes a login by an app code or a recovery code. Throws `wrongCode` (401) for a wrong, used or expired
 * code, and `loginEnded` (401) for an unknown, used or expired challenge. Each attempt counts as a failed
 * login until one succeeds. Throws 429 after ten failures of the account or address, or above the daily limit
 * of wrong app codes (`beginCodeAttempt`). Mails the owner after several wrong codes. Throws 503 during
 * maintenance.
 */
export async function answerChallenge(
  services: TransactionContext & Pick<SessionServices, 'secondFactorKey'>,
  { challenge, code }: { challenge: string; code: string },
  visitor: Visitor,
): Promise<{ token: string }> {
  const { db } = services
  const account = await findChallenge(db, challenge)
  const secondFactor = account && (await findSecondFactor(db, account))
  if (!account || !secondFactor) throw new PortalError('loginEnded')
  await requireNoMaintenance(db, account.area)

  const { address, reqId } = visitor
  const guess = { account, login: secondFactor.login, code, address, reqId }
  return tryLoginWithAudit(db, { ...account, login: secondFactor.login, address }, (attempt) =>
    tryChallengeCode(services, { ...guess, challenge, visitor }, attempt),
  )
}

interface ChallengeGuess extends CodeGuess {
  readonly challenge: string
  readonly visitor: Visitor
}

async function tryChallengeCode(
  services: TransactionContext & Pick<SessionServices, 'secondFactorKey'>,
  guess: ChallengeGuess,
  attempt: LoginAttempt,
): Promise<{ token: string }> {
  const { db } = services
  const { account, challenge, code, visitor } = guess
  if (!(await countChallengeAttempt(db, challenge))) {
    await attempt.withdraw()
    throw new PortalError('loginEnded')
  }
  const codeAttempt = await countGuess(db, guess, attempt)
  const session = await runInTransaction(services, async (tx) => {
    const usedCode = await consumeCode(tx, services.secondFactorKey, account, code)
    if (!usedCode) return null
    // The account's row is locked now. If a simultaneous call ends the account's sessions, it has either
    // deleted the challenge already, or it waits for the lock and then ends the new session too.
    if (usedCode === 'off' || !(await deleteChallenge(tx, challenge))) throw new PortalError('loginEnded')
    const codesLeft = usedCode === 'recovery' && (await countRecoveryCodes(tx, account))
    const codeNote = codesLeft === false ? undefined : `With a recovery code. Codes left: ${codesLeft}.`
    const session = await openSessionByCode(tx, account, visitor, codeNote)
    if (!session) throw new PortalError('loginEnded')
    return session
  })
  if (!session) {
    await reportWrongCode(services, guess)
    throw new PortalError('wrongCode')
  }
  await attempt.markAsSucceeded()
  await codeAttempt?.right()
  return session
}
