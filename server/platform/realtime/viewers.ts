import { allows } from '@tahanan/contract/permissions.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { AdminActor } from '../actor.ts'
import { prepared } from '../db/client.ts'
import type { DbOrTx } from '../db/client.ts'
import { rooms } from './outbox.ts'

/** Reads the active administrators as actors, for rows that each is told as they may see them. */
export async function activeAdmins(db: DbOrTx): Promise<AdminActor[]> {
  const rows = await prepared<Pick<AdminActor, 'id' | 'name' | 'roles'>>(
    db,
    'admins.active',
    'select id, name, roles from admins where status <> 0',
  )
  return rows.map((row) => ({ area: 'admin', sessionId: 0, ...row }))
}

export type ActiveAdmins = typeof activeAdmins

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
