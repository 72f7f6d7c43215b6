import { allows } from '@tahanan/contract/permissions.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { AdminActor } from '../actor.ts'
import { prepared } from '../db/client.ts'
import type { DbOrTx } from '../db/client.ts'
import { rolesOf } from '../roles.ts'
import { rooms } from './outbox.ts'

/** Every active administrator as an actor, for rows that each is told as they may see them; the same list while nobody changed. */
export type ActiveAdmins = (db: DbOrTx) => Promise<readonly AdminActor[]>

interface KnownAdmin {
  /** The transaction that wrote the row as it is known. */
  readonly version: string
  readonly actor: AdminActor
}

// Roles are by far the most of it, and hardly ever change: they come only of rows that were written since they were read.
const ACTIVE = `
  select a.id, a.xmin::text as version,
    case when k.id is null then a.name end as name, case when k.id is null then a.roles::text end as roles
  from admins a
  left join unnest($1::int[], $2::text[]) as k(id, version) on k.id = a.id and k.version = a.xmin::text
  where a.status <> 0`

/** Reads the active administrators as they are now, and remembers their roles for the next time. */
export function createActiveAdmins(): ActiveAdmins {
  let known: { readonly byId: ReadonlyMap<number, KnownAdmin>; readonly list: readonly AdminActor[] } = {
    byId: new Map(),
    list: [],
  }
  return async (db) => {
    const { byId: before, list } = known
    const versions = [...before.values()].map(({ version }) => version)
    const rows = await prepared<{
      id: number
      version: string
      name: string | null
      roles: string | null
    }>(db, 'admins.active', ACTIVE, [[...before.keys()], versions])
    const now = new Map<number, KnownAdmin>()
    for (const { id, version, name, roles } of rows) {
      const same = before.get(id)
      const actor: AdminActor | undefined =
        roles === null
          ? same?.actor
          : { area: 'admin', sessionId: 0, id, name: name ?? '', roles: rolesOf(roles) }
      if (actor) now.set(id, { version, actor })
    }
    const same = now.size === before.size && rows.every(({ roles }) => roles === null)
    known = { byId: now, list: same ? list : [...now.values()].map(({ actor }) => actor) }
    return known.list
  }
}

/** Administrators with their rooms, place by place. */
export interface Viewers {
  readonly readers: readonly AdminActor[]
  readonly rooms: readonly string[]
}

const viewersByPage = new WeakMap<readonly AdminActor[], Map<PageName, Viewers>>()

/** Returns those of these administrators who may view the page, found once for each list. */
export function viewersAmong(admins: readonly AdminActor[], page: PageName): Viewers {
  let known = viewersByPage.get(admins)
  if (!known) viewersByPage.set(admins, (known = new Map()))
  let viewers = known.get(page)
  if (!viewers) {
    const readers = admins.filter(({ roles }) => allows(roles, page, 'view'))
    viewers = { readers, rooms: readers.map(({ id }) => rooms.account('admin', id)) }
    known.set(page, viewers)
  }
  return viewers
}
