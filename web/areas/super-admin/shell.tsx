import { FileLock, FileLock2, ScrollText, Settings2, ShieldCheck, SlidersHorizontal } from 'lucide-react'
import { lazy } from 'react'
import { AreaRoutes } from '#areas/shell/area-routes.tsx'
import { DeepShell } from '#areas/shell/deep-shell.tsx'
import { NewPagesNote } from '#features/access/new-pages-note.tsx'
import { getAccountPage } from '#features/account/page.ts'
import { RecommendSecondFactor } from '#features/account/recommend-second-factor.tsx'
import type { Page } from '#lib/address/page-list.ts'
import { useSuperAdmin } from '#lib/api/me.ts'

const WebsiteSettings = lazy(() => import('#features/website-settings/website-settings-page.tsx'))
const Utilities = lazy(() => import('./utilities-page.tsx'))
const Terms = lazy(() => import('#features/terms/terms-page.tsx'))
const NextNotice = lazy(() => import('#features/privacy-notice/notice-page.tsx'))
const NoticeVersions = lazy(() => import('#features/privacy-notice/versions-page.tsx'))
const NoticeViews = lazy(() => import('#features/privacy-notice/views-page.tsx'))
const PersonalData = lazy(() => import('#features/privacy/super-admin/personal-data-page.tsx'))
const Audit = lazy(() => import('#features/audit/audit-page.tsx'))

const NOTICE = { title: 'Privacy Notice', icon: FileLock }
const NOTICE_TABS = [
  ['/super-admin/privacy-notice', 'Next version', NextNotice],
  ['/super-admin/privacy-notice-versions', 'Versions', NoticeVersions],
  ['/super-admin/privacy-notice-views', 'Seen by', NoticeViews],
] as const

/** Pages of the super-administrator, in the order of the menu (rules 15.22). */
const PAGES: readonly Page[] = [
  { path: '/super-admin', title: 'Website Settings', icon: Settings2, Component: WebsiteSettings },
  { path: '/super-admin/utilities', title: 'Utilities', icon: SlidersHorizontal, Component: Utilities },
  {
    path: '/super-admin/terms-and-conditions',
    title: 'Terms And Conditions',
    icon: ScrollText,
    Component: Terms,
  },
  ...NOTICE_TABS.map(([path, title, Component]) => ({
    path,
    title,
    icon: NOTICE.icon,
    under: NOTICE,
    Component,
  })),
  { path: '/super-admin/personal-data', title: 'Personal Data', icon: FileLock2, Component: PersonalData },
  { path: '/super-admin/audit-log', title: 'Audit Log', icon: ShieldCheck, Component: Audit },
  getAccountPage('/super-admin'),
]

const NOTES = (
  <>
    <NewPagesNote />
    <RecommendSecondFactor />
  </>
)

/** Layout of the super-administrator's area (rules 15.1). */
export function SuperAdminShell() {
  const { name, email } = useSuperAdmin()
  return (
    <DeepShell area="Super Admin" who={name} detail={email} pages={PAGES}>
      <AreaRoutes pages={PAGES} note={NOTES} />
    </DeepShell>
  )
}
