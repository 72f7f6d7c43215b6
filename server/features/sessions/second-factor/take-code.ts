import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { ACCOUNT_TABLES } from '../accounts.ts'
import { ownerOf, readSecondFactor, type OfficeAccount } from '../office-account.ts'
import { stepOfCode } from './authenticator.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { unseal } from './sealed.ts'

/**
 * Uses a code up, in the transaction of what it opens: one of the authenticator app, newer than the last that was used, or a
 * recovery code (`key`: `openSecondFactorKey`). Answers which it was, `null` where it is wrong, used or too old, `off` where the
 * account has no second factor. The account's row is locked first, so of two that bring one code at once the second finds it
 * used. Throws `codesUnreadable` where the account's secret was sealed with a key that is lost.
 */
export async function takeCode(
  tx: Tx,
  key: Buffer,
  account: OfficeAccount,
  typed: string,
): Promise<'app' | 'recovery' | 'off' | null> {
  const factor = await readSecondFactor(tx, account, { lock: true })
  if (!factor?.since || !factor.secret) return 'off'
  const code = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return (await takeRecoveryCode(tx, account, code)) ? 'recovery' : null

  const step = stepOfCode(openSecret(key, factor.secret, account), code, factor.now)
  if (step === null) return null
  const { numUpdatedRows } = await tx
    .updateTable(ACCOUNT_TABLES[account.area])
    .set({ totp_step: step })
    .where('id', '=', account.id)
    .where((row) => row.or([row('totp_step', 'is', null), row('totp_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'app' : null
}

function openSecret(key: Buffer, sealed: Buffer, account: OfficeAccount): Buffer {
  try {
    return unseal(key, sealed, ownerOf(account))
  } catch {
    throw new PortalError('codesUnreadable')
  }
}
