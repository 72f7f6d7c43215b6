import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'

export interface ViewScope {
  readonly adminId: number
  readonly page: string
}

const VIEW_COLUMNS = ['id', 'page', 'name', 'query', 'created_at'] as const

export function listViews(db: DbOrTx, { adminId, page }: ViewScope) {
  return db
    .selectFrom('list_views')
    .select(VIEW_COLUMNS)
    .where('admin_id', '=', adminId)
    .where('page', '=', page)
    .orderBy('id')
    .execute()
}

/**
 * Locks the administrator's row, so that simultaneous calls run one after another and the limit of views
 * holds.
 */
export function lockOwner(tx: Tx, adminId: number) {
  return tx
    .selectFrom('admins')
    .select('id')
    .where('id', '=', adminId)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertView(tx: Tx, { adminId, ...view }: ViewScope & { name: string; query: string }) {
  return tx
    .insertInto('list_views')
    .values({ admin_id: adminId, ...view })
    .returning(VIEW_COLUMNS)
    .executeTakeFirstOrThrow()
}

export function deleteView(tx: Tx, adminId: number, id: number) {
  return tx
    .deleteFrom('list_views')
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .returning('id')
    .executeTakeFirst()
}

export async function deleteAdminViews(tx: Tx, adminId: number): Promise<void> {
  await tx.deleteFrom('list_views').where('admin_id', '=', adminId).execute()
}
