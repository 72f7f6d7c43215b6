import type { Area } from '@tahanan/contract/limits.ts'
import type { DbOrTx } from '../db/client.ts'
import { prepared } from '../db/client.ts'

interface Account {
  id: number
  password_hash: string | null
}

// A client code and an e-mail address are the same whatever their letters' case, as the unique indexes say.
const FIND: Readonly<Record<Area, string>> = {
  client: 'select id, password_hash from tenants where lower(client_code) = lower($1) and status <> 0',
  admin: 'select id, password_hash from admins where lower(email) = lower($1) and status <> 0',
  'super-admin': 'select id, password_hash from super_admins where lower(email) = lower($1)',
}
const SEEN: Readonly<Record<Area, string>> = {
  client: 'update tenants set last_seen = now() where id = $1',
  admin: 'update admins set last_seen = now() where id = $1',
  'super-admin': 'update super_admins set last_seen = now() where id = $1',
}

/** The living account of a client code (residents) or an e-mail address (the others). */
export async function findAccount(db: DbOrTx, area: Area, name: string): Promise<Account | undefined> {
  return (await prepared<Account>(db, `accounts.find ${area}`, FIND[area], [name.trim()]))[0]
}

/** Writes down that the account was there: 'Last Active'. */
export async function seen(db: DbOrTx, area: Area, accountId: number): Promise<void> {
  await prepared(db, `accounts.seen ${area}`, SEEN[area], [accountId])
}

/** The maintenance message, while residents and administrators are kept out; null otherwise. */
export async function maintenanceMessage(db: DbOrTx): Promise<string | null> {
  const rows = await prepared<{ name: string; value: string }>(
    db,
    'settings.maintenance',
    `select name, value from settings where name in ('isUnderMaintenance', 'maintenanceMessage')`,
  )
  const value = (name: string) => rows.find((row) => row.name === name)?.value
  return value('isUnderMaintenance') === '1' ? (value('maintenanceMessage') ?? '') : null
}
