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
export type ActiveAdmins = (db: DbOrTx) => Promise<readonly AdminActor[]>

interface KnownAdmin {
  /** The transaction that wrote the row as it is known. */
  readonly version: string
  readonly actor: AdminActor
}

// Roles are by far the most of it, and hardly ever change: they come only of rows that were written since they were read.
const ACTIVE = `
  select a.id, a.xmin::text as version,
    case when k.id is null then a.name end as name, case when k.id is null then a.roles end as roles
  from admins a
  left join unnest($1::int[], $2::text[]) as k(id, version) on k.id = a.id and k.version = a.xmin::text
  where a.status <> 0`

/** Reads the active administrators as they are now, and remembers their roles for the next time. */
export function createActiveAdmins(): ActiveAdmins {
  let known: ReadonlyMap<number, KnownAdmin> = new Map()
  return async (db) => {
    const before = known
    const versions = [...before.values()].map(({ version }) => version)
    const rows = await prepared<{
      id: number
      version: string
      name: string | null
      roles: RoleEntry[] | null
    }>(db, 'admins.active', ACTIVE, [[...before.keys()], versions])
    const now = new Map<number, KnownAdmin>()
    for (const { id, version, name, roles } of rows) {
      const same = before.get(id)
      const actor: AdminActor | undefined =
        roles === null ? same?.actor : { area: 'admin', sessionId: 0, id, name: name ?? '', roles }
      if (actor) now.set(id, { version, actor })
    }
    known = now
    return [...now.values()].map(({ actor }) => actor)
  }
}
