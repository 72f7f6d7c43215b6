import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findAccount } from '#features/sessions/accounts.ts'
import { getNewPasswordError } from '#features/sessions/passwords/get-new-password-error.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import type { Db } from '#platform/db/client.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { ConfigError } from '#platform/platform-config.ts'

type FirstStartLog = { info(message: string): unknown; warn(message: string): unknown }

/**
 * Inserts the default settings. If there is no super-administrator, inserts one with the login in the
 * environment or with a generated one (rules 11.14). Returns the login only if it was generated, because it
 * must be printed. Throws `ConfigError` for a weak password.
 */
export async function prepareFirstStart(
  db: Db,
  { superAdmin }: { readonly superAdmin: Readonly<SuperAdminLogin> | undefined },
  log: FirstStartLog,
): Promise<SuperAdminLogin | null> {
  await insertDefaultSettings(db)
  const login = superAdmin ?? {
    email: 'super-admin@localhost',
    password: randomBytes(15).toString('base64url'),
  }
  // Looks for a super-administrator first: most starts find one and need not hash a password, which takes a
  // while.
  if (!(await hasSuperAdmin(db)) && (await insertSuperAdmin(db, login))) return superAdmin ? null : login
  if (superAdmin) await logUnusedLogin(db, superAdmin.email, log)
  return null
}

/** Inserts a super-administrator. Returns false if another process has inserted one in the meantime. */
async function insertSuperAdmin(db: Db, { email, password }: SuperAdminLogin): Promise<boolean> {
  const problem = await getNewPasswordError(password)
  if (problem) throw new ConfigError([`SUPER_ADMIN_PASSWORD cannot be used. ${problem}`])
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    await sql`lock table super_admins in share row exclusive mode`.execute(tx)
    if (await hasSuperAdmin(tx)) return false
    await tx.insertInto('super_admins').values({ name: 'Super Admin', email, password_hash }).execute()
    return true
  })
}

async function logUnusedLogin(db: Db, email: string, log: FirstStartLog): Promise<void> {
  if (await findAccount(db, 'super-admin', email))
    log.info(
      'SUPER_ADMIN_PASSWORD is not used: this super-administrator exists and keeps their password. ' +
        'Remove it from the environment',
    )
  else
    log.warn(
      'SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD are not used: ' +
        'they make the first super-administrator of an empty database, ' +
        'and this one has a super-administrator with another e-mail address. ' +
        '`npm run super-admin -- reset-password` gives that one a new password',
    )
}

async function hasSuperAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('super_admins').select('id').limit(1).executeTakeFirst()) !== undefined
}
