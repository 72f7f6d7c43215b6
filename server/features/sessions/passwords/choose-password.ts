import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError, invalidInput } from '#platform/errors.ts'
import { hashPassword, verifyPassword } from '#platform/hash-password.ts'
import { change, type Services } from '#platform/services.ts'
import type { LinkOwner } from '@tahanan/contract/sessions/answers.ts'
import { isOfficePassword, refuseInMaintenance, writePassword } from '../accounts.ts'
import { findByToken, clearLoginFailures } from '../login-attempt.ts'
import { recordChosenPassword } from '../record-login.ts'
import { endSessions } from '../sessions.ts'
import { endTokens, findToken, useToken } from './create-token.ts'
import { getNewPasswordError } from './get-new-password-error.ts'

/**
 * Returns the owner of a mailed link. Throws `passwordLinkEnded` (404) for an unknown, used, replaced or
 * expired link. Throws 429 after 200 of these from one address in 15 minutes (rules 1.26), and 503 during
 * maintenance.
 */
export async function requireLinkOwner(db: DbOrTx, token: string, address: string): Promise<LinkOwner> {
  const found = await findByToken(db, address, async () => {
    const owned = await findToken(db, token)
    if (!owned) throw new PortalError('passwordLinkEnded')
    return owned
  })
  await refuseInMaintenance(db, found.area)
  return { area: found.area, login: found.login }
}

/**
 * Sets the password that the owner of a link chose. Ends all links and sessions of the account. Of
 * simultaneous uses of a link only one succeeds. Throws 400 at the field, after which the link is still
 * valid, and the errors of `requireLinkOwner`.
 */
export async function choosePassword(
  services: Services,
  chosen: Record<'token' | 'password' | 'password_confirmation', string>,
  address: string,
): Promise<LinkOwner> {
  const problem = await getNewPasswordError(chosen.password)
  if (problem) throw invalidInput({ password: [problem] })
  if (chosen.password !== chosen.password_confirmation)
    throw invalidInput({ password_confirmation: ['The two passwords that you entered do not match!'] })

  // The link is checked before hashing, because hashing costs much time and memory.
  await requireLinkOwner(services.db, chosen.token, address)
  const hash = await hashPassword(chosen.password)
  return change(services, async (tx) => {
    const account = await useToken(tx, chosen.token)
    if (!account) throw new PortalError('passwordLinkEnded')
    const { area, id, login, password_hash: before } = account
    // A password that the office set must not be chosen again. The error leaves the link valid.
    if (
      area === 'client' &&
      (await isOfficePassword(tx, id, before)) &&
      (await verifyPassword(before, chosen.password))
    )
      throw invalidInput({ password: ['Please choose another password than the one you were given.'] })
    await writePassword(tx, area, id, hash)
    await endTokens(tx, area, id)
    await endSessions(tx, area, id)
    await clearLoginFailures(tx, area, login)
    await recordChosenPassword(tx, account, address)
    return { area, login }
  })
}
