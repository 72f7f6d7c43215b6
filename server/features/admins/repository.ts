import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS, buildNameSortKey } from '#platform/db/expressions.ts'
import { toOrderBy, type SortExpressions } from '#platform/db/lists/declare-list.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import type { ADMIN_SORTS } from '@tahanan/contract/sorting.ts'

export type AdminRow = Awaited<ReturnType<typeof lockAdmins>>[number]

const selectAdmins = (db: DbOrTx) =>
  db
    .selectFrom('admins')
    .select(['id', 'name', 'first_name as firstName', 'last_name as lastName', 'email', 'status', 'roles'])
    .select(['last_seen as lastSeen', 'mail_refused_at as mailRefusedAt', 'created_at', 'updated_at'])
    .select((admin) => admin('totp_since', 'is not', null).$castTo<boolean>().as('secondFactor'))
    .where('status', '<>', DELETED_STATUS)

const SEARCHED_TEXT = sql<string>`folded(name || E'\\n' || first_name || E'\\n' || last_name || E'\\n' || email)`

/** Returns SQL that sorts texts by their length, then alphabetically (rules 2.12). */
const toLengthSortExpression = (column: string) =>
  `to_char(length(${column}), 'FM00000') || ${buildNameSortKey(column)}`

const SORT_EXPRESSIONS: SortExpressions<(typeof ADMIN_SORTS)[number]> = {
  name: toLengthSortExpression('name'),
  firstName: toLengthSortExpression('first_name'),
  lastName: toLengthSortExpression('last_name'),
  email: toLengthSortExpression('email'),
  created_at: 'created_at',
}

export function listAdmins(db: DbOrTx, page: Page): Promise<{ rows: AdminRow[]; total: number }> {
  const adminsQuery = selectAdmins(db).orderBy(toOrderBy(SORT_EXPRESSIONS, page.sort))
  return findPageWithTotal(db, adminsQuery, page, SEARCHED_TEXT)
}

export function findAdmin(db: DbOrTx, id: number): Promise<AdminRow | undefined> {
  return selectAdmins(db).where('id', '=', id).executeTakeFirst()
}

/**
 * Takes a lock for changes of administrators (a PostgreSQL advisory lock) and returns all administrators.
 * Without it, two changes at the same time could leave nobody who can manage access.
 */
export async function lockAdmins(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('tahanan.admins'))`.execute(tx)
  return selectAdmins(tx).orderBy('id').execute()
}

export interface AdminFields {
  name?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  password_hash?: string | undefined
  roles?: readonly RoleEntry[] | undefined
}

const toColumns = <Fields extends AdminFields>({ roles, firstName, lastName, ...fields }: Fields) => ({
  ...fields,
  first_name: firstName,
  last_name: lastName,
  roles: roles && JSON.stringify(roles),
})

export async function insertAdmin(
  tx: Tx,
  fields: AdminFields & { name: string; email: string; password_hash: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('admins')
    .values(toColumns(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAdmin(tx: Tx, id: number, fields: AdminFields): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ ...toColumns(fields), updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
}

export async function removeAdmin(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ status: DELETED_STATUS, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
}
