import type { Area } from '@tahanan/contract/limits.ts'
import { recordFailedLogin, recordLogin } from '../audit/logins.ts'
import type { Db } from '../db/client.ts'
import { PortalError } from '../errors.ts'
import { findAccount, maintenanceMessage, seen } from './accounts.ts'
import { beginLogin } from './login-attempts.ts'
import { verifyPassword } from './passwords.ts'
import { createSession } from './sessions.ts'

/**
 * Logs in with a client code (residents) or an e-mail address. 503 while the area is under maintenance, 429 after too
 * many failures, otherwise 401 whatever is wrong, in the same time (decisions §1).
 */
export async function logIn(
  db: Db,
  area: Area,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<{ token: string }> {
  const maintenance = area === 'super-admin' ? null : await maintenanceMessage(db)
  if (maintenance !== null) throw new PortalError('maintenance', { blanks: { message: maintenance } })

  const attempt = await beginLogin(db, area, name.trim(), address).catch(async (error: unknown) => {
    if (error instanceof PortalError && error.code === 'tooManyRequests')
      await recordFailedLogin(
        db,
        { area, id: (await findAccount(db, area, name))?.id ?? null },
        address,
        'tooMany',
      )
    throw error
  })
  const account = await findAccount(db, area, name)
  const right = await verifyPassword(account?.password_hash, password)
  if (!account || !right) {
    await recordFailedLogin(db, { area, id: account?.id ?? null }, address, 'wrong')
    throw new PortalError('invalidCredentials')
  }
  await attempt.succeeded()
  const { token } = await createSession(db, area, account.id)
  await seen(db, area, account.id)
  await recordLogin(db, { area, id: account.id }, address)
  return { token }
}
