import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { confirmPassword } from './confirm-password.ts'
import type { SessionServices } from './second-factor/open-second-factor-key.ts'
import { runWithVerifiedCode } from './second-factor/second-factor.ts'
import { toOfficeAccount } from './to-office-account.ts'

export interface Confirmation {
  readonly password: string
  readonly code: string
}

/**
 * Confirms the caller's session by the password or by a code of the second factor. Throws 400 at the wrong
 * field, which also counts as a failed login. Throws `noSecondFactor` (409) if a code is sent but the second
 * factor is off, and 429 after too many failed logins.
 */
export async function confirmSession(
  services: SessionServices,
  actor: Actor,
  { password, code }: Confirmation,
  address: string,
): Promise<void> {
  if (code !== '') {
    if (actor.area === 'client') throw new PortalError('noSecondFactor')
    const account = toOfficeAccount(actor)
    await runWithVerifiedCode(services, account, { code, address }, (tx) => markSessionAsConfirmed(tx, actor))
    return
  }
  if (password === '') throw createInvalidInputError({ password: ['Please input your password!'] })
  await confirmPassword(services.db, actor, { password, address })
  await markSessionAsConfirmed(services.db, actor)
}

export async function markSessionAsConfirmed(
  db: DbOrTx,
  { sessionId }: Pick<Actor, 'sessionId'>,
): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: CLOCK }).where('id', '=', sessionId).execute()
}
