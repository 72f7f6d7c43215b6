import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { ACCOUNT_TABLES } from '../accounts.ts'
import { toSecretOwner, findSecondFactor, type OfficeAccount } from '../to-office-account.ts'
import { findStepOfCode } from './authenticator.ts'
import { consumeRecoveryCode } from './replace-recovery-codes.ts'
import { unsealSecret } from './seal-secret.ts'

/**
 * Uses up a code in the caller's transaction. Accepts an app code newer than the last used one, or a recovery
 * code. Returns the kind of code, null if it is wrong, used or too old, and 'off' if the account has no
 * second factor. Locks the account first, so that a code is used only once. Throws `codesUnreadable` if the
 * secret was encrypted with a lost key. `key` comes from `openSecondFactorKey`.
 */
export async function consumeCode(
  tx: Tx,
  key: Buffer,
  account: OfficeAccount,
  input: string,
): Promise<'app' | 'recovery' | 'off' | null> {
  const factor = await findSecondFactor(tx, account, { lock: true })
  if (!factor?.since || !factor.secret) return 'off'
  const code = input.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return (await consumeRecoveryCode(tx, account, code)) ? 'recovery' : null

  const codeStep = findStepOfCode(openSecret(key, factor.secret, account), code, factor.now)
  if (codeStep === null) return null
  const { numUpdatedRows } = await tx
    .updateTable(ACCOUNT_TABLES[account.area])
    .set({ totp_step: codeStep })
    .where('id', '=', account.id)
    .where((row) => row.or([row('totp_step', 'is', null), row('totp_step', '<', codeStep)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'app' : null
}

function openSecret(key: Buffer, sealedSecret: Buffer, account: OfficeAccount): Buffer {
  try {
    return unsealSecret(key, sealedSecret, toSecretOwner(account))
  } catch {
    throw new PortalError('codesUnreadable')
  }
}
