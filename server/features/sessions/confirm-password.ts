import type { Area } from '@tahanan/contract/limits.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { PortalError, invalidInput } from '../../platform/errors.ts'
import { accountOf } from './accounts.ts'
import { beginLogin } from './login-attempts.ts'
import { verifyPassword } from '../../platform/passwords.ts'

interface TypedPassword {
  readonly password: string
  /** The caller's network address. */
  readonly address: string
}

/** The field at which a wrong password is told. */
interface Field {
  readonly field: string
  readonly message: string
}
const PASSWORD: Field = { field: 'password', message: 'The password is not right.' }

/**
 * Asks the caller for their password once more and answers what they log in with. 400 at the field where it is wrong, which
 * counts as a failed login (429 after too many), so a stolen session is no way to guess. Earlier failures stay: they may
 * be of codes.
 */
export async function confirmPassword(
  db: DbOrTx,
  actor: Actor,
  { password, address }: TypedPassword,
  { field, message } = PASSWORD,
): Promise<string> {
  return (await checkPassword(db, actor, { password, address }, { field, message })).login
}

/** Checks the caller's password and returns the account with the hash that was right, for whoever replaces it. */
export async function checkPassword(
  db: DbOrTx,
  { area, id }: { area: Area; id: number },
  { password, address }: TypedPassword,
  { field, message }: Field,
): Promise<{ login: string; password_hash: string | null }> {
  const account = await accountOf(db, area, id)
  if (!account) throw new PortalError('noSession')
  const attempt = await beginLogin(db, area, account.login, address)
  if (!(await verifyPassword(account.password_hash, password))) throw invalidInput({ [field]: [message] })
  await attempt.withdraw()
  return account
}
