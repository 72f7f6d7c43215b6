import type { Static } from 'typebox'
import type { Db } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import type { NewPages } from '@tahanan/contract/admins/answers.ts'
import {
  IDLE_PERMISSIONS,
  createRoles,
  PAGE_NAMES,
  PAGES,
  type PageName,
  type RoleEntry,
} from '@tahanan/contract/permissions.ts'
import { completeRoles } from './access.ts'
import { lockAdmins, updateAdmin, type AdminRow } from './repository.ts'

type Holder = Pick<AdminRow, 'id' | 'name' | 'roles'>

/**
 * Finds pages that an upgrade added. A page is new if an administrator with all other permissions lacks it,
 * or if no administrator has it.
 */
export async function findNewPages(db: Db): Promise<Static<typeof NewPages>> {
  const admins = db.selectFrom('admins').select(['id', 'name', 'roles']).where('status', '<>', DELETED)
  return getNewPages(await admins.orderBy('id').execute())
}

function getNewPages(all: readonly Holder[]): Static<typeof NewPages> {
  // Administrators without roles are ignored, because an empty list does not show which pages existed when it
  // was saved.
  const withAccess = all.filter(({ roles }) => roles.length > 0)
  const holders = withAccess.filter(({ roles }) => hasAllOtherPermissions(roles))
  const pages = PAGE_NAMES.filter(
    (page) =>
      holders.some(({ roles }) => !hasPage(roles, page)) ||
      (withAccess.length > 0 && withAccess.every(({ roles }) => !hasPage(roles, page))),
  )
  return { pages, admins: pages.length === 0 ? [] : holders.map(({ id, name }) => ({ id, name })) }
}

/**
 * Grants new pages with all their permissions to administrators who have every other permission. Returns the
 * pages that are still new.
 */
export async function grantNewPages(
  services: Services,
  pages: readonly string[],
): Promise<Static<typeof NewPages>> {
  return change(services, async (tx) => {
    const all = await lockAdmins(tx)
    const { pages: newPages, admins } = getNewPages(all)
    const granted = newPages.filter((page) => pages.includes(page))
    const holders = new Set(granted.length === 0 ? [] : admins.map(({ id }) => id))
    for (const { id, roles } of all.filter((admin) => holders.has(admin.id))) {
      await updateAdmin(tx, id, { roles: addPages(roles, granted) })
      await publishEvent(tx, 'account', { area: 'admin', id })
      await publishEvent(tx, 'administrator', { id })
    }
    return getNewPages(await lockAdmins(tx))
  })
}

const hasPage = (roles: readonly RoleEntry[], page: PageName): boolean =>
  roles.some(({ title }) => title === page)

/**
 * Returns whether all permissions of the stored pages are granted. Ignores idle permissions, because no call
 * checks them.
 */
function hasAllOtherPermissions(roles: readonly RoleEntry[]): boolean {
  return roles.every(
    ({ title, visible, roles: flags }) =>
      visible &&
      PAGES[title].every(
        (flag) => flags[flag] === true || Object.hasOwn(IDLE_PERMISSIONS, `${title}.${flag}`),
      ),
  )
}

function addPages(roles: readonly RoleEntry[], pages: readonly PageName[]): RoleEntry[] {
  const added = createRoles('all').filter(({ title }) => pages.includes(title) && !hasPage(roles, title))
  return completeRoles([...roles, ...added]).filter(
    ({ title }) => hasPage(roles, title) || pages.includes(title),
  )
}
