import { randomBytes } from 'node:crypto'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Db } from '#platform/db/client.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { writePassword } from './accounts.ts'
import { clearLoginFailures } from './login-attempt.ts'
import { endTokens } from './passwords/create-token.ts'
import { removeSecondFactor } from './second-factor/second-factor.ts'
import { endSessions } from './sessions.ts'

export interface SuperAdminLogin {
  email: string
  password: string
}

export class SuperAdminSelectionError extends Error {}

/**
 * Sets a random password for the super-administrator and returns it. Turns off the second factor, ends
 * sessions and links, and clears login failures. The operator runs this after a password or phone was lost.
 * `email` selects the account if there are several. Writes an audit entry. If the portal is running, open
 * pages are logged out.
 */
export async function resetSuperAdmin(db: Db, email: string | undefined): Promise<SuperAdminLogin> {
  const password = randomBytes(15).toString('base64url')
  const hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const superAdmins = await tx
      .selectFrom('super_admins')
      .select(['id', 'name', 'email'])
      .orderBy('id')
      .execute()
    const matchingAccounts =
      email === undefined
        ? superAdmins
        : superAdmins.filter((superAdmin) => superAdmin.email.toLowerCase() === email.toLowerCase())
    const [account] = matchingAccounts
    if (!account || matchingAccounts.length > 1)
      throw new SuperAdminSelectionError(formatUnclearMessage(superAdmins, email))
    const { id } = account
    await writePassword(tx, 'super-admin', id, hash)
    await removeSecondFactor(tx, { area: 'super-admin', id })
    // The next login counts as the first one, so that the portal recommends two-step login again.
    await tx.updateTable('super_admins').set({ last_seen: null }).where('id', '=', id).execute()
    await endSessions(tx, 'super-admin', id)
    await endTokens(tx, 'super-admin', id)
    await clearLoginFailures(tx, 'super-admin', account.email)
    await recordAction(tx, {
      action: 'change',
      subject: 'super_admins',
      subjectId: id,
      subjectName: account.name,
      detail: 'The operator made a new password by command; two-step login was turned off.',
      after: { password: 'changed' },
    })
    return { email: account.email, password }
  })
}

function formatUnclearMessage(superAdmins: readonly { email: string }[], email: string | undefined): string {
  if (superAdmins.length === 0)
    return 'There is no super-administrator yet: the first start of the portal makes one.'
  const list = superAdmins.map((superAdmin) => `  ${superAdmin.email}`).join('\n')
  return email === undefined
    ? `There are several super-administrators; say which one:\n${list}`
    : `There is no super-administrator with this e-mail address. There are:\n${list}`
}
