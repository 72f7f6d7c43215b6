import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { verifyPassword } from '#platform/hash-password.ts'
import { runInTransaction, type TransactionContext } from '#platform/platform-context.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { findAccount, isOfficePassword, requireNoMaintenance } from './accounts.ts'
import { createChallenge } from './create-challenge.ts'
import { findDeviceOfGuard } from './enrol-device.ts'
import { openSessionByPassword, type Visitor } from './open-session-by-password.ts'
import { createToken } from './passwords/create-token.ts'
import { tryLoginWithAudit, recordFailedLogin } from './record-login.ts'

/**
 * Answer to a login: the token of a session, or a token for the next step. The next step is to enter a code
 * of the second factor (`answerChallenge`), or to replace a password that the office set (`choosePassword`).
 */
type LoginAnswer = ResidentLogin & OfficeLogin

/**
 * Check for the passwords of the demo. Logins with them are refused, because anyone can read them in the
 * README.
 */
export interface PublishedPasswords {
  isPublished(password: string): boolean
}

const PASSWORD_TOKEN_HOURS = 1

/**
 * Logs in by client code (residents) or e-mail address (others). Throws 503 during maintenance and 429 after
 * too many failures. Any other wrong input throws 401 after the same time, so that the time does not reveal
 * whether an account exists (rules 1.15).
 */
export async function logIn(
  services: TransactionContext & PublishedPasswords,
  area: Area,
  { name, password }: { name: string; password: string },
  visitor: Visitor,
): Promise<LoginAnswer> {
  const { db } = services
  const { address } = visitor
  await requireNoMaintenance(db, area)

  const account = await findAccount(db, area, name)
  const knownAccount = { area, id: account?.id ?? null }
  return tryLoginWithAudit(db, { ...knownAccount, login: toOneLine(name), address }, async (attempt) => {
    const isVerified = await verifyPassword(account?.password_hash, password)
    const isValid = isVerified && !services.isPublished(password)
    if (!account || !isValid) {
      await recordFailedLogin(db, knownAccount, address, 'wrong')
      throw new PortalError('invalidCredentials')
    }
    const openedSession = runInTransaction(services, (tx) =>
      openSessionOrNextStep(tx, account, area, visitor),
    )
    const loginAnswer = await openedSession.catch(async (error: unknown) => {
      // The password was right, so this attempt must not count as a failed login.
      if (error instanceof PortalError) await attempt.withdraw()
      throw error
    })
    // The login failed because, after the password was checked, it was changed or the account was deleted.
    if (!loginAnswer) throw new PortalError('invalidCredentials')
    await (loginAnswer.secondFactor !== undefined ? attempt.withdraw() : attempt.markAsSucceeded())
    return loginAnswer
  })
}

async function openSessionOrNextStep(
  tx: Tx,
  { id, password_hash: hash }: { readonly id: number; readonly password_hash: string | null },
  area: Area,
  visitor: Visitor,
): Promise<LoginAnswer | null> {
  if (area === 'client') {
    if (await isOfficePassword(tx, id, hash))
      return { choosePassword: await createToken(tx, area, id, PASSWORD_TOKEN_HOURS) }
  } else {
    // A device that is not enrolled is refused here, before the user has to enter a code.
    await findDeviceOfGuard(tx, { area, id }, visitor.gateSecret)
    const secondFactor = await createChallenge(tx, { area, id }, hash)
    if (secondFactor !== null) return { secondFactor }
  }
  return openSessionByPassword(tx, { area, id }, hash, visitor)
}
