import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError, createInvalidInputError } from '#platform/errors.ts'
import { verifyPassword } from '#platform/hash-password.ts'
import { findActiveAccount } from './accounts.ts'
import { tryLogin } from './login-attempt.ts'

const WRONG_PASSWORD_ERROR = { field: 'password', message: 'The password is not right.' }

/**
 * Checks the caller's password again and returns the account with the verified hash. Throws 400 at the field
 * for a wrong password. This counts as a failed login (429 after too many), so that a stolen session cannot
 * be used to guess the password. A right password does not clear earlier failures, because they may be wrong
 * codes of the second factor.
 */
export async function confirmPassword(
  db: DbOrTx,
  { area, id }: Pick<Actor, 'area' | 'id'>,
  { password, address }: { readonly password: string; readonly address: string },
  { field, message } = WRONG_PASSWORD_ERROR,
) {
  const account = await findActiveAccount(db, area, id)
  if (!account) throw new PortalError('noSession')
  return tryLogin(db, { area, login: account.login, address }, async (attempt) => {
    if (!(await verifyPassword(account.password_hash, password)))
      throw createInvalidInputError({ [field]: [message] })
    await attempt.withdraw()
    return account
  })
}
