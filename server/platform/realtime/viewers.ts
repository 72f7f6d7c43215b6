import { allows } from '@tahanan/contract/permissions.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { AdminActor } from '../actor.ts'
import type { DbOrTx } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { rooms } from './outbox.ts'

const findActive = statement((db) =>
  db.selectFrom('admins').select(['id', 'name', 'roles']).where('status', '<>', 0),
)

/** Reads the active administrators as actors, for rows that each is told as they may see them. */
export async function activeAdmins(db: DbOrTx): Promise<AdminActor[]> {
  const rows = await findActive(db, {})
  return rows.map((row) => ({ area: 'admin', sessionId: 0, ...row }))
}

/** Administrators with their rooms, place by place. */
export interface Viewers {
  readonly readers: readonly AdminActor[]
  readonly rooms: readonly string[]
}

/** Returns those of the administrators who may view the page. */
export function viewersAmong(admins: readonly AdminActor[], page: PageName): Viewers {
  const readers = admins.filter(({ roles }) => allows(roles, page, 'view'))
  return { readers, rooms: readers.map(({ id }) => rooms.account('admin', id)) }
}
