import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError, createInvalidInputError } from '#platform/errors.ts'
import { hashPassword, verifyPassword } from '#platform/hash-password.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import type { MailedLinkOwner } from '@tahanan/contract/sessions/answers.ts'
import { isOfficePassword, requireNoMaintenance, writePassword } from '../accounts.ts'
import { findWithAddressLimit, clearLoginFailures } from '../login-attempt.ts'
import { recordChosenPassword } from '../record-login.ts'
import { endSessions } from '../sessions.ts'
import { endTokens, findToken, consumeToken } from './create-token.ts'
import { getNewPasswordError } from './get-new-password-error.ts'

/**
 * Returns the owner of a mailed link. Throws `passwordLinkEnded` (404) for an unknown, used, replaced or
 * expired link. Throws 429 after 200 such links from one address in 15 minutes (rules 1.26), and 503 during
 * maintenance.
 */
export async function requireLinkOwner(db: DbOrTx, token: string, address: string): Promise<MailedLinkOwner> {
  const linkOwner = await findWithAddressLimit(db, address, async () => {
    const tokenOwner = await findToken(db, token)
    if (!tokenOwner) throw new PortalError('passwordLinkEnded')
    return tokenOwner
  })
  await requireNoMaintenance(db, linkOwner.area)
  return { area: linkOwner.area, login: linkOwner.login }
}

/**
 * Sets the password that the owner of a link chose. Ends all links and sessions of the account. If a link is
 * used several times at once, only one use succeeds. Throws 400 at the field, after which the link is still
 * valid, and the errors of `requireLinkOwner`.
 */
export async function choosePassword(
  services: PlatformContext,
  input: Record<'token' | 'password' | 'password_confirmation', string>,
  address: string,
): Promise<MailedLinkOwner> {
  const passwordError = await getNewPasswordError(input.password)
  if (passwordError) throw createInvalidInputError({ password: [passwordError] })
  if (input.password !== input.password_confirmation)
    throw createInvalidInputError({
      password_confirmation: ['The two passwords that you entered do not match!'],
    })

  // The link is checked before hashing, because hashing costs much time and memory.
  await requireLinkOwner(services.db, input.token, address)
  const hash = await hashPassword(input.password)
  return runInTransaction(services, async (tx) => {
    const account = await consumeToken(tx, input.token)
    if (!account) throw new PortalError('passwordLinkEnded')
    const { area, id, login, password_hash: oldHash } = account
    // The owner must not choose the password that the office set. The link stays valid after this error.
    if (
      area === 'client' &&
      (await isOfficePassword(tx, id, oldHash)) &&
      (await verifyPassword(oldHash, input.password))
    )
      throw createInvalidInputError({
        password: ['Please choose another password than the one you were given.'],
      })
    await writePassword(tx, area, id, hash)
    await endTokens(tx, area, id)
    await endSessions(tx, area, id)
    await clearLoginFailures(tx, area, login)
    await recordChosenPassword(tx, account, address)
    return { area, login }
  })
}
