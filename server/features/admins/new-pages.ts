import type { Static } from 'typebox'
import type { Db } from '#platform/db/client.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import type { NewPages } from '@tahanan/contract/admins/answers.ts'
import {
  IDLE_PERMISSIONS,
  makeRoles,
  PAGE_NAMES,
  PAGES,
  type PageName,
  type RoleEntry,
} from '@tahanan/contract/permissions.ts'
import { normalRoles } from './access.ts'
import { lockAdmins, updateAdmin, type AdminRow } from './repository.ts'

type Holder = Pick<AdminRow, 'id' | 'name' | 'roles'>

/** Returns the pages that those who hold all else were never asked about, or that stand in nobody's access at all. */
export async function findNewPages(db: Db): Promise<Static<typeof NewPages>> {
  const admins = db.selectFrom('admins').select(['id', 'name', 'roles']).where('status', '<>', 0)
  return newPagesOf(await admins.orderBy('id').execute())
}

function newPagesOf(all: readonly Holder[]): Static<typeof NewPages> {
  // An administrator without any access says nothing about which pages there were.
  const asked = all.filter(({ roles }) => roles.length > 0)
  const holders = asked.filter(({ roles }) => holdsAllElse(roles))
  const pages = PAGE_NAMES.filter(
    (page) =>
      holders.some(({ roles }) => !names(roles, page)) ||
      (asked.length > 0 && asked.every(({ roles }) => !names(roles, page))),
  )
  return { pages, admins: pages.length === 0 ? [] : holders.map(({ id, name }) => ({ id, name })) }
}

/**
 * Gives these pages, as far as they are new, with all their permissions to the administrators who hold everything else.
 * Returns what is new after that.
 */
export async function giveNewPages(
  services: Services,
  pages: readonly string[],
): Promise<Static<typeof NewPages>> {
  return change(services, async (tx) => {
    const all = await lockAdmins(tx)
    const { pages: fresh, admins } = newPagesOf(all)
    const given = fresh.filter((page) => pages.includes(page))
    const holders = new Set(given.length === 0 ? [] : admins.map(({ id }) => id))
    for (const { id, roles } of all.filter((admin) => holders.has(admin.id))) {
      await updateAdmin(tx, id, { roles: withPages(roles, given) })
      await tell(tx, 'account', { area: 'admin', id })
      await tell(tx, 'administrator', { id })
    }
    return newPagesOf(await lockAdmins(tx))
  })
}

const names = (roles: readonly RoleEntry[], page: PageName): boolean =>
  roles.some(({ title }) => title === page)

/** Whether every page that stands in this access is visible with all its permissions, those aside that open nothing. */
function holdsAllElse(roles: readonly RoleEntry[]): boolean {
  return roles.every(
    ({ title, visible, roles: flags }) =>
      visible &&
      PAGES[title].every(
        (flag) => flags[flag] === true || Object.hasOwn(IDLE_PERMISSIONS, `${title}.${flag}`),
      ),
  )
}

/** Other pages that are new stay unnamed, so that they are still told. */
function withPages(roles: readonly RoleEntry[], pages: readonly PageName[]): RoleEntry[] {
  const added = makeRoles('all').filter(({ title }) => pages.includes(title) && !names(roles, title))
  return normalRoles([...roles, ...added]).filter(({ title }) => names(roles, title) || pages.includes(title))
}
