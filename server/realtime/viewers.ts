import type { PageName, RoleEntry } from '@tahanan/contract/permissions.ts'
import type { AdminActor } from '../actor.ts'
import { prepared } from '../db/client.ts'
import type { DbOrTx } from '../db/client.ts'
import { rooms } from './outbox.ts'

// The same question as `allows` of the contract, asked of all administrators at once where their roles are stored.
const VIEWERS = `
  select p.page, array_agg(a.id) as ids
  from unnest($1::text[]) as p(page)
  join admins a on a.status <> 0
    and a.roles @> jsonb_build_array(jsonb_build_object('title', p.page, 'roles', jsonb_build_object('view', true)))
  group by p.page`

/** The active administrators who may view each of these pages now, by their ids. */
export async function viewersOf(db: DbOrTx, pages: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await prepared<{ page: string; ids: number[] }>(db, 'viewers', VIEWERS, [pages])
  return new Map(rows.map(({ page, ids }) => [page, ids]))
}

/** The rooms of the administrators who may view a page now. */
export async function viewerRooms(db: DbOrTx, page: PageName): Promise<string[]> {
  const viewers = await viewersOf(db, [page])
  return (viewers.get(page) ?? []).map((id) => rooms.account('admin', id))
}

/** Every active administrator as an actor, for rows that each is told as they may see them. */
export async function activeAdmins(db: DbOrTx): Promise<AdminActor[]> {
  const rows = await prepared<{ id: number; name: string; roles: RoleEntry[] }>(
    db,
    'admins.active',
    'select id, name, roles from admins where status <> 0',
  )
  return rows.map((row) => ({ area: 'admin', sessionId: 0, ...row }))
}
