import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { verifyPassword } from '#platform/passwords.ts'
import { change, type Changing } from '#platform/services.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { findAccount, isGivenPassword, refuseInMaintenance } from './accounts.ts'
import { tryRecordedLogin, recordFailedLogin } from './audited-logins.ts'
import { createChallenge } from './login-challenge.ts'
import { openByPassword, type Visitor } from './open-session.ts'
import { makeToken } from './passwords/account-tokens.ts'

/**
 * A session's token, or a step before it: where a second factor is on, the challenge that wants its code (`answerChallenge`);
 * where the office set the resident's password, a token to choose another with (`choosePassword`).
 */
type LoginAnswer = ResidentLogin & OfficeLogin

/** A database that was a demo once may hold accounts with passwords that stand in the README. */
export interface PublishedPasswords {
  /** Whether everybody may know the password, so that nobody may log in with it. */
  isPublished(password: string): boolean
}

/** Time to choose a password at the first login. */
const CHOOSING_HOURS = 1

/**
 * Logs in with a client code (residents) or an e-mail address. 503 while the area is under maintenance, 429 after too
 * many failures, otherwise 401 whatever is wrong, in the same time (rules 1.15).
 */
export async function logIn(
  services: Changing & PublishedPasswords,
  area: Area,
  { name, password }: { name: string; password: string },
  visitor: Visitor,
): Promise<LoginAnswer> {
  const { db } = services
  const { address } = visitor
  await refuseInMaintenance(db, area)

  const account = await findAccount(db, area, name)
  const known = { area, id: account?.id ?? null }
  return tryRecordedLogin(db, { ...known, login: name.trim(), address }, async (attempt) => {
    const verified = await verifyPassword(account?.password_hash, password)
    const right = verified && !services.isPublished(password)
    if (!account || !right) {
      await recordFailedLogin(db, known, address, 'wrong')
      throw new PortalError('invalidCredentials')
    }
    const answer = await change(services, (tx) => openAccount(tx, account, area, visitor))
    // the password was changed or the account deleted since it was checked
    if (!answer) throw new PortalError('invalidCredentials')
    await (answer.secondFactor !== undefined ? attempt.withdraw() : attempt.succeeded())
    return answer
  })
}

/** Opens a session for a right password, or the step before it; null where the password holds no longer. */
async function openAccount(
  tx: Tx,
  { id, password_hash: hash }: { readonly id: number; readonly password_hash: string | null },
  area: Area,
  visitor: Visitor,
): Promise<LoginAnswer | null> {
  if (area === 'client') {
    if (await isGivenPassword(tx, id, hash))
      return { choosePassword: await makeToken(tx, area, id, CHOOSING_HOURS) }
  } else {
    const secondFactor = await createChallenge(tx, { area, id }, hash)
    if (secondFactor !== null) return { secondFactor }
  }
  return openByPassword(tx, { area, id }, hash, visitor)
}
