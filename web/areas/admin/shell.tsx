import { useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AreaRoutes } from '#areas/shell/area-routes.tsx'
import { OfficeShell } from '#areas/shell/office-shell.tsx'
import { NotificationBell } from '#features/notifications/bell.tsx'
import { Search } from '#features/search/search.tsx'
import type { Page } from '#lib/address/page-list.ts'
import { GATE_PATH } from '#lib/api/gate-device.ts'
import { useAdmin } from '#lib/api/me.ts'
import { MY_WORK_PATH, endFirstPageAfterLogin, isFirstPageAfterLogin } from '#lib/api/session.ts'
import { rolesAllow, isGuard, canSeePage, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { useMenuCounts } from './desk/calls.ts'
import { PAGES } from './pages.tsx'

/**
 * Returns the path that a search result opens. An administrator without permission to view tenants gets the
 * tickets of the tenant instead of the tenant's page.
 */
function getSearchResultPath({ kind, title, link }: SearchResult): string {
  return kind === 'tenant' && !PAGES.some(({ path }) => path === link.split('?')[0])
    ? `/admin/services?search=${encodeURIComponent(title)}`
    : link
}

/** Returns true if the menu shows a page to an administrator (rules 2.1). */
const isPageVisible = ({ permission, flag }: Page, roles: readonly RoleEntry[]): boolean =>
  permission === undefined ||
  (canSeePage(roles, permission) && (flag === undefined || rolesAllow(roles, permission, flag)))

const NOTIFICATION_BELL = <NotificationBell />
const SEARCH_BOX = <Search hint="Search tickets, tenants, announcements…" getAddress={getSearchResultPath} />

export function AdminShell() {
  const { name, email, roles } = useAdmin()
  const { pathname } = useLocation()
  const pages = useMemo(() => PAGES.filter((page) => isPageVisible(page, roles)), [roles])
  const [isRedirectedToGate] = useState(() => isFirstPageAfterLogin() && isGuard(roles))
  useEffect(() => {
    endFirstPageAfterLogin()
    if (isRedirectedToGate) location.replace(GATE_PATH)
  }, [isRedirectedToGate])
  const counts = useMenuCounts()
  const isOpen = pages.some(({ path }) => path === pathname.replace(/\/$/, ''))
  if (isRedirectedToGate) return null
  return (
    <OfficeShell
      area="Administrator"
      userName={name}
      detail={email}
      pages={pages}
      counts={counts}
      bell={NOTIFICATION_BELL}
      search={SEARCH_BOX}
    >
      {/^\/admin\/?$/.test(pathname) && !isOpen ? (
        <Navigate to={MY_WORK_PATH} replace />
      ) : (
        <AreaRoutes pages={pages} forbiddenPages={PAGES.filter((page) => !pages.includes(page))} />
      )}
    </OfficeShell>
  )
}
