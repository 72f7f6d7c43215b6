import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'

export const ACCOUNT_TABLES = { client: 'tenants', admin: 'admins', 'super-admin': 'super_admins' } as const

export interface Account {
  readonly area: Area
  readonly id: number
}

/**
 * Selects active accounts of all areas. `login` is a resident's client code, or the e-mail address of any
 * other account.
 */
export function selectAllAccounts(db: Pick<DbOrTx, 'selectFrom'>) {
  return db
    .selectFrom('tenants')
    .select([sql<Area>`'client'`.as('area'), 'id', 'client_code as login', 'email', 'password_hash'])
    .select(
      sql<string>`coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''),
        uoccname)`.as('name'),
    )
    .where('status', '<>', DELETED_STATUS)
    .unionAll(
      db
        .selectFrom('admins')
        .select([sql<Area>`'admin'`.as('area'), 'id', 'email as login', 'email', 'password_hash', 'name'])
        .where('status', '<>', DELETED_STATUS),
    )
    .unionAll(
      db
        .selectFrom('super_admins')
        .select([
          sql<Area>`'super-admin'`.as('area'),
          'id',
          'email as login',
          'email',
          'password_hash',
          'name',
        ]),
    )
    .as('accounts')
}

const selectAccounts = (db: DbOrTx, area: Area) =>
  db
    .selectFrom(selectAllAccounts(db))
    .select(['area', 'id', 'password_hash', 'login', 'name', 'email'])
    .where('area', '=', area)

export const findAccount = (db: DbOrTx, area: Area, login: string) =>
  selectAccounts(db, area)
    .where(sql`lower(login)`, '=', sql`lower(${toOneLine(login)})`)
    .executeTakeFirst()

export const findActiveAccount = (db: DbOrTx, area: Area, id: number) =>
  selectAccounts(db, area).where('id', '=', id).executeTakeFirst()

/**
 * Returns true if the office set the resident's password and it has not changed since `hash` was checked.
 * Locks the tenant until the transaction ends.
 */
export async function isOfficePassword(tx: Tx, tenantId: number, hash: string | null): Promise<boolean> {
  const tenant = await tx
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where('password_hash', '=', hash)
    .where('password_given', '=', true)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return tenant !== undefined
}

/**
 * Sets an account's password and returns true if it was set. If `expectedHash` is given, sets the password only if
 * the stored hash still equals `expectedHash`. Does not end sessions or mailed links.
 */
export async function writePassword(
  tx: Tx,
  area: Area,
  id: number,
  hash: string,
  expectedHash: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(ACCOUNT_TABLES[area])
    .set({ password_hash: hash, updated_at: CLOCK, ...(area === 'client' && { password_given: false }) })
    .where('id', '=', id)
    .$if(expectedHash !== null, (query) => query.where('password_hash', '=', expectedHash))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Throws 503 with the office's message during maintenance, except for super-administrators. */
export async function requireNoMaintenance(db: DbOrTx, area: Area): Promise<void> {
  if (area === 'super-admin') return
  const settingRows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['isUnderMaintenance', 'maintenanceMessage'])
    .execute()
  const findValue = (name: string) => settingRows.find((row) => row.name === name)?.value
  if (findValue('isUnderMaintenance') === '1')
    throw new PortalError('maintenance', { placeholders: { message: findValue('maintenanceMessage') ?? '' } })
}
