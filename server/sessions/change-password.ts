import type { ResidentActor } from '../actor.ts'
import { PortalError, invalidInput } from '../errors.ts'
import { change } from '../services.ts'
import type { Services } from '../services.ts'
import { endTokens } from './account-tokens.ts'
import { beginLogin } from './login-attempts.ts'
import { PASSWORD_MIN, hashPassword, verifyPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  reNewPassword: string
}

/**
 * Changes a resident's password (specification 1 §5) and ends their other sessions and mailed links at once. 400 at the field that is
 * wrong; wrong old passwords count as failed logins, so a stolen session is no way to guess.
 */
export async function changePassword(
  services: Services,
  actor: ResidentActor,
  { oldPassword, newPassword, reNewPassword }: PasswordChange,
  address: string,
): Promise<void> {
  if (newPassword.length < PASSWORD_MIN)
    throw invalidInput({ newPassword: [`The new password needs at least ${PASSWORD_MIN} characters.`] })
  if (newPassword !== reNewPassword)
    throw invalidInput({ reNewPassword: ['The new password and re-type password does not matched.'] })

  const { db } = services
  const attempt = await beginLogin(db, 'client', actor.clientCode, address)
  const { password_hash: stored } = await db
    .selectFrom('tenants')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(stored, oldPassword)))
    throw invalidInput({ oldPassword: ['The old password is not right.'] })
  await attempt.succeeded()

  const hash = await hashPassword(newPassword)
  await change(services, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('tenants')
      .set((row) => ({ password_hash: hash, updated_at: row.fn('clock_timestamp') }))
      .where('id', '=', actor.id)
      .where('password_hash', '=', stored)
      .executeTakeFirst()
    // Somebody else changed it between the check and now.
    if (numUpdatedRows === 0n) throw new PortalError('conflict')
    await endSessions(tx, 'client', actor.id, actor.sessionId)
    await endTokens(tx, 'client', actor.id)
  })
}
