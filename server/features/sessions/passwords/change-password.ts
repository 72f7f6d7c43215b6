import type { Actor } from '#platform/actor.ts'
import { PortalError, createInvalidInputError } from '#platform/errors.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { writePassword } from '../accounts.ts'
import { confirmPassword } from '../confirm-password.ts'
import { clearCodeFailures } from '../second-factor/code-attempts.ts'
import { endSessions } from '../sessions.ts'
import { endTokens } from './create-token.ts'
import { getNewPasswordError } from './get-new-password-error.ts'

/**
 * Changes the caller's password (rules 1.22). This ends the caller's other sessions and mailed links. Throws
 * 400 at the wrong field. A wrong old password counts as a failed login, so that a stolen session cannot be
 * used to guess it.
 */
export async function changePassword(
  services: PlatformContext,
  actor: Actor,
  {
    oldPassword,
    newPassword,
    reNewPassword,
  }: Record<'oldPassword' | 'newPassword' | 'reNewPassword', string>,
  address: string,
): Promise<void> {
  if (newPassword.length < PASSWORD_LENGTH.min)
    throw createInvalidInputError({
      newPassword: [`The new password needs at least ${PASSWORD_LENGTH.min} characters.`],
    })
  const passwordError = await getNewPasswordError(newPassword)
  if (passwordError) throw createInvalidInputError({ newPassword: [passwordError] })
  if (newPassword !== reNewPassword)
    throw createInvalidInputError({
      reNewPassword: ['The new password and re-type password does not matched.'],
    })

  const { password_hash: storedHash, login } = await confirmPassword(
    services.db,
    actor,
    { password: oldPassword, address },
    { field: 'oldPassword', message: 'The old password is not right.' },
  )
  const hash = await hashPassword(newPassword)
  await runInTransaction(services, async (tx) => {
    if (!(await writePassword(tx, actor.area, actor.id, hash, storedHash))) throw new PortalError('conflict')
    await endSessions(tx, actor.area, actor.id, actor.sessionId)
    await endTokens(tx, actor.area, actor.id)
    await clearCodeFailures(tx, actor.area, login)
  })
}
