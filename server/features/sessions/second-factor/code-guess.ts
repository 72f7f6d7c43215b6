import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { LoginAttempt } from '../login-attempt.ts'
import { recordFailedLogin } from '../record-login.ts'
import type { OfficeAccount } from '../to-office-account.ts'
import { beginCodeAttempt, isAppCode, type CodeAttempt } from './code-attempts.ts'
import { warnOfWrongCodes } from './warn-of-wrong-codes.ts'

/** A code that somebody typed for an account, at a login or in an open session. */
export interface CodeGuess {
  readonly account: OfficeAccount
  readonly login: string
  readonly code: string
  readonly address: string
  readonly reqId?: string | undefined
}

/**
 * Counts an app code toward the daily limit (`beginCodeAttempt`); returns null for a recovery code. Above the
 * limit throws `tooManyCodes` (429) and writes an audit entry. The attempt is then not counted as a failed
 * login.
 */
export async function countGuess(
  db: DbOrTx,
  { account, login, code, address }: CodeGuess,
  attempt: LoginAttempt,
): Promise<CodeAttempt | null> {
  if (!isAppCode(code)) return null
  return beginCodeAttempt(db, account.area, login).catch(async (error: unknown) => {
    await attempt.withdraw()
    if (error instanceof PortalError) await recordFailedLogin(db, account, address, 'codesUsedUp')
    throw error
  })
}

/** Writes an audit entry for a wrong code, and mails the owner after several (rules 1.30). */
export async function reportWrongCode(
  services: Pick<PlatformContext, 'db'>,
  { account, login, address, reqId }: CodeGuess,
): Promise<void> {
  await recordFailedLogin(services.db, account, address, 'wrongCode')
  await warnOfWrongCodes(services, account, login, reqId)
}
