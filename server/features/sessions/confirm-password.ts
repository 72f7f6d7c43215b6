import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError, invalidInput } from '#platform/errors.ts'
import { verifyPassword } from '#platform/passwords.ts'
import { accountOf } from './accounts.ts'
import { tryLogin } from './login-attempts.ts'

/** The field at which a wrong password is told. */
const PASSWORD = { field: 'password', message: 'The password is not right.' }

/**
 * Asks the caller for their password once more; returns the account with the hash that was right, for whoever replaces it. 400 at
 * the field where it is wrong, which counts as a failed login (429 after too many), so a stolen session is no way to guess.
 * Earlier failures stay: they may be of codes.
 */
export async function confirmPassword(
  db: DbOrTx,
  { area, id }: Pick<Actor, 'area' | 'id'>,
  { password, address }: { readonly password: string; readonly address: string },
  { field, message } = PASSWORD,
) {
  const account = await accountOf(db, area, id)
  if (!account) throw new PortalError('noSession')
  return tryLogin(db, { area, login: account.login, address }, async (attempt) => {
    if (!(await verifyPassword(account.password_hash, password))) throw invalidInput({ [field]: [message] })
    await attempt.withdraw()
    return account
  })
}
