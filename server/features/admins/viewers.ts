import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { statement } from '#platform/db/statement.ts'
import { rooms } from '#platform/realtime/outbox.ts'
import { allows, type PageName } from '@tahanan/contract/permissions.ts'

const findActive = statement((db) =>
  db.selectFrom('admins').select(['id', 'name', 'roles']).where('status', '<>', 0),
)

/** Reads the active administrators as actors, for rows that each is told as they may see them. */
export async function activeAdmins(db: DbOrTx): Promise<AdminActor[]> {
  const rows = await findActive(db, {})
  return rows.map((row) => ({ area: 'admin', sessionId: 0, ...row }))
}

/** Returns those of the administrators who may view the page. */
export const viewersAmong = (admins: readonly AdminActor[], page: PageName): AdminActor[] =>
  admins.filter(({ roles }) => allows(roles, page, 'view'))

/** Reads the rooms of the active administrators who may view the page. */
export const viewersRooms = async (db: DbOrTx, page: PageName): Promise<string[]> =>
  viewersAmong(await activeAdmins(db), page).map(roomOf)

/** Returns the room of an administrator's own sockets. */
export const roomOf = ({ id }: AdminActor): string => rooms.account('admin', id)
