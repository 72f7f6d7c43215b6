import type { Static } from 'typebox'
import type { Db } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { NewPages } from '@tahanan/contract/admins/answers.ts'
import {
  UNUSED_PERMISSIONS,
  createRoles,
  PAGE_NAMES,
  PAGE_PERMISSIONS,
  type PageName,
  type RoleEntry,
} from '@tahanan/contract/permissions.ts'
import { completeRoles } from './access.ts'
import { lockAdmins, updateAdmin, type AdminRow } from './repository.ts'

type AdminWithRoles = Pick<AdminRow, 'id' | 'name' | 'roles'>

/**
 * Finds pages of the office that an upgrade added. A page is new if no administrator has access to it, or if
 * an administrator with all other permissions has none.
 */
export async function findNewPages(db: Db): Promise<Static<typeof NewPages>> {
  const admins = db.selectFrom('admins').select(['id', 'name', 'roles']).where('status', '<>', DELETED_STATUS)
  return getNewPages(await admins.orderBy('id').execute())
}

function getNewPages(admins: readonly AdminWithRoles[]): Static<typeof NewPages> {
  // Ignores administrators whose list of roles is empty: it does not show which pages existed when it was
  // saved.
  const adminsWithAccess = admins.filter(({ roles }) => roles.length > 0)
  const adminsWithFullAccess = adminsWithAccess.filter(({ roles }) => hasAllOtherPermissions(roles))
  const pages = PAGE_NAMES.filter(
    (page) =>
      adminsWithFullAccess.some(({ roles }) => !hasPage(roles, page)) ||
      (adminsWithAccess.length > 0 && adminsWithAccess.every(({ roles }) => !hasPage(roles, page))),
  )
  return {
    pages,
    admins: pages.length === 0 ? [] : adminsWithFullAccess.map(({ id, name }) => ({ id, name })),
  }
}

/**
 * Gives all permissions of these new pages to administrators who have every other permission. Returns the new
 * pages that remain.
 */
export async function grantNewPages(
  services: PlatformContext,
  pages: readonly string[],
): Promise<Static<typeof NewPages>> {
  return runInTransaction(services, async (tx) => {
    const lockedAdmins = await lockAdmins(tx)
    const { pages: newPages, admins } = getNewPages(lockedAdmins)
    const grantedPages = newPages.filter((page) => pages.includes(page))
    const grantedAdminIds = new Set(grantedPages.length === 0 ? [] : admins.map(({ id }) => id))
    for (const { id, roles } of lockedAdmins.filter((admin) => grantedAdminIds.has(admin.id))) {
      await updateAdmin(tx, id, { roles: addPages(roles, grantedPages) })
      await publishEvent(tx, 'account', { area: 'admin', id })
      await publishEvent(tx, 'administrator', { id })
    }
    return getNewPages(await lockAdmins(tx))
  })
}

const hasPage = (roles: readonly RoleEntry[], page: PageName): boolean =>
  roles.some(({ title }) => title === page)

/**
 * Returns whether an administrator has all permissions of the pages in their saved roles. Ignores unused
 * permissions, because no API call checks them.
 */
function hasAllOtherPermissions(roles: readonly RoleEntry[]): boolean {
  return roles.every(
    ({ title, visible, roles: flags }) =>
      visible &&
      PAGE_PERMISSIONS[title].every(
        (flag) => flags[flag] === true || Object.hasOwn(UNUSED_PERMISSIONS, `${title}.${flag}`),
      ),
  )
}

function addPages(roles: readonly RoleEntry[], pages: readonly PageName[]): RoleEntry[] {
  const addedEntries = createRoles('all').filter(
    ({ title }) => pages.includes(title) && !hasPage(roles, title),
  )
  return completeRoles([...roles, ...addedEntries]).filter(
    ({ title }) => hasPage(roles, title) || pages.includes(title),
  )
}
