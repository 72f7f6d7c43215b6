import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { prepareQuery } from '#platform/db/prepare-query.ts'
import { rooms } from '#platform/realtime/outbox.ts'
import { rolesAllow, type PageName } from '@tahanan/contract/permissions.ts'

const queryActiveAdmins = prepareQuery((db) =>
  db.selectFrom('admins').select(['id', 'name', 'roles']).where('status', '<>', DELETED_STATUS),
)

export async function listActiveAdmins(db: DbOrTx): Promise<AdminActor[]> {
  const rows = await queryActiveAdmins(db, {})
  return rows.map((row) => ({ area: 'admin', sessionId: 0, ...row }))
}

export const filterViewers = (admins: readonly AdminActor[], page: PageName): AdminActor[] =>
  admins.filter(({ roles }) => rolesAllow(roles, page, 'view'))

export const listViewerRooms = async (db: DbOrTx, page: PageName): Promise<string[]> =>
  filterViewers(await listActiveAdmins(db), page).map(toAdminRoom)

export const toAdminRoom = ({ id }: AdminActor): string => rooms.account('admin', id)
