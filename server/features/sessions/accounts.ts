import type { Area } from '@tahanan/contract/limits.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'

interface Account {
  id: number
  password_hash: string | null
}

/** An account by its id. */
export interface AccountLogin {
  /** The client code of a resident, the e-mail address of the others. */
  login: string
  password_hash: string | null
}

const TABLES: Readonly<Record<Area, { table: string; login: string; alive: string }>> = {
  client: { table: 'tenants', login: 'client_code', alive: 'and status <> 0' },
  admin: { table: 'admins', login: 'email', alive: 'and status <> 0' },
  'super-admin': { table: 'super_admins', login: 'email', alive: '' },
}

/** The living account of a client code (residents) or an e-mail address (the others). */
export async function findAccount(db: DbOrTx, area: Area, name: string): Promise<Account | undefined> {
  const { table, login, alive } = TABLES[area]
  // A client code and an e-mail address are the same whatever their letters' case, as the unique indexes say.
  const rows = await prepared<Account>(
    db,
    `accounts.find ${area}`,
    `select id, password_hash from ${table} where lower(${login}) = lower($1) ${alive}`,
    [name.trim()],
  )
  return rows[0]
}

/**
 * Whether a resident's password is still the one that the office set; their row is locked until the caller's transaction ends.
 * False where it was changed since it was checked.
 */
export async function isGivenPassword(tx: Tx, tenantId: number, hash: string | null): Promise<boolean> {
  const given = await prepared(
    tx,
    'accounts.given',
    'select from tenants where id = $1 and password_hash = $2 and password_given and status <> 0 for no key update',
    [tenantId, hash],
  )
  return given.length > 0
}

/** Returns the login of a living account. */
export async function accountOf(db: DbOrTx, area: Area, id: number): Promise<AccountLogin | undefined> {
  const { table, login, alive } = TABLES[area]
  const rows = await prepared<AccountLogin>(
    db,
    `accounts.of ${area}`,
    `select ${login} as login, password_hash from ${table} where id = $1 ${alive}`,
    [id],
  )
  return rows[0]
}

/**
 * Sets an account's password; with `instead` only while that hash is still the stored one. Returns whether it was set.
 * Sessions and links are left to the caller.
 */
export async function writePassword(
  tx: Tx,
  area: Area,
  id: number,
  hash: string,
  instead: string | null = null,
): Promise<boolean> {
  const written = await prepared(
    tx,
    `accounts.password ${area}`,
    `update ${TABLES[area].table} set password_hash = $2, ${area === 'client' ? 'password_given = false,' : ''} updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms')
     where id = $1 and ($3::text is null or password_hash = $3) returning id`,
    [id, hash, instead],
  )
  return written.length > 0
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
