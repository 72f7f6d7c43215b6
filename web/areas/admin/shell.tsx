import { useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AreaRoutes } from '#areas/shell/area-routes.tsx'
import { DeepShell } from '#areas/shell/deep-shell.tsx'
import { NotificationBell } from '#features/notifications/bell.tsx'
import { Search } from '#features/search/search.tsx'
import type { Page } from '#lib/address/page-list.ts'
import { GATE_PATH } from '#lib/api/gate-device.ts'
import { useAdmin } from '#lib/api/me.ts'
import { DESK_PATH, endLanding, hasJustLanded } from '#lib/api/session.ts'
import { allows, isGuard, isVisible, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { Found } from '@tahanan/contract/search/answers.ts'
import { useMenuCounts } from './desk/calls.ts'
import { PAGES } from './pages.tsx'

/**
 * Returns the path of a search result. An administrator who may not view tenants gets the tenant's tickets
 * instead of the tenant.
 */
function getAddress({ kind, title, link }: Found): string {
  return kind === 'tenant' && !PAGES.some(({ path }) => path === link.split('?')[0])
    ? `/admin/services?search=${encodeURIComponent(title)}`
    : link
}

/** Whether the menu shows a page to an administrator (rules 2.1). */
const isShown = ({ permission, flag }: Page, roles: readonly RoleEntry[]): boolean =>
  permission === undefined ||
  (isVisible(roles, permission) && (flag === undefined || allows(roles, permission, flag)))

const BELL = <NotificationBell />
const SEARCH = <Search hint="Search tickets, tenants, announcements…" getAddress={getAddress} />

export function AdminShell() {
  const { name, email, roles } = useAdmin()
  const { pathname } = useLocation()
  const pages = useMemo(() => PAGES.filter((page) => isShown(page, roles)), [roles])
  const [isAway] = useState(() => hasJustLanded() && isGuard(roles))
  useEffect(() => {
    endLanding()
    if (isAway) location.replace(GATE_PATH)
  }, [isAway])
  const counts = useMenuCounts()
  const isOpen = pages.some(({ path }) => path === pathname.replace(/\/$/, ''))
  if (isAway) return null
  return (
    <DeepShell
      area="Administrator"
      who={name}
      detail={email}
      pages={pages}
      counts={counts}
      bell={BELL}
      search={SEARCH}
    >
      {/^\/admin\/?$/.test(pathname) && !isOpen ? (
        <Navigate to={DESK_PATH} replace />
      ) : (
        <AreaRoutes pages={pages} closed={PAGES.filter((page) => !pages.includes(page))} />
      )}
    </DeepShell>
  )
}
