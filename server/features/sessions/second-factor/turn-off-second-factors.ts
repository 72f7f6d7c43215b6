import { recordAction } from '#platform/audit/record-action.ts'
import type { Db } from '#platform/db/client.ts'
import { ACCOUNT_TABLES } from '../accounts.ts'
import { deleteLostKey } from './open-second-factor-key.ts'
import { removeSecondFactor } from './second-factor.ts'

/**
 * Turns off two-step login for all office accounts, or for the account with an e-mail address. Returns the
 * logins of these accounts. The operator runs this after the key file was lost. If the key in `keyFile` does
 * not match the stored fingerprint, deletes the fingerprint too. Writes an audit entry.
 */
export async function turnOffSecondFactors(
  db: Db,
  keyFile: string,
  email: string | undefined,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const logins: string[] = []
    for (const area of ['admin', 'super-admin'] as const) {
      const table = ACCOUNT_TABLES[area]
      const accounts = await tx
        .selectFrom(table)
        .select(['id', 'name', 'email'])
        .where('totp_since', 'is not', null)
        .orderBy('id')
        .forUpdate()
        .execute()
      for (const account of accounts) {
        if (email !== undefined && account.email.toLowerCase() !== email.toLowerCase()) continue
        await removeSecondFactor(tx, { area, id: account.id })
        await recordAction(tx, {
          action: 'change',
          subject: table,
          subjectId: account.id,
          subjectName: account.name,
          detail: 'The operator turned two-step login off by command.',
          after: { second_factor: 'removed' },
        })
        logins.push(account.email)
      }
    }
    if (email === undefined) await deleteLostKey(tx, keyFile)
    return logins
  })
}
