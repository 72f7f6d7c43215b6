import { FileLock, FileLock2, ScrollText, Settings2, ShieldCheck, SlidersHorizontal } from 'lucide-react'
import { lazy } from 'react'
import { AreaRoutes } from '#areas/shell/area-routes.tsx'
import { OfficeShell } from '#areas/shell/office-shell.tsx'
import { NewPagesNote } from '#features/access/new-pages-note.tsx'
import { getAccountPage } from '#features/account/page.ts'
import { SecondFactorRecommendation } from '#features/account/recommend-second-factor.tsx'
import type { Page } from '#lib/address/page-list.ts'
import { useSuperAdmin } from '#lib/api/me.ts'

const WebsiteSettingsPage = lazy(() => import('#features/website-settings/website-settings-page.tsx'))
const UtilitiesPage = lazy(() => import('./utilities-page.tsx'))
const TermsPage = lazy(() => import('#features/terms/terms-page.tsx'))
const NextPrivacyNoticePage = lazy(() => import('#features/privacy-notice/privacy-notice-page.tsx'))
const PrivacyNoticeVersionsPage = lazy(() => import('#features/privacy-notice/versions-page.tsx'))
const PrivacyNoticeViewsPage = lazy(() => import('#features/privacy-notice/views-page.tsx'))
const PersonalDataPage = lazy(() => import('#features/privacy/super-admin/personal-data-page.tsx'))
const AuditPage = lazy(() => import('#features/audit/audit-page.tsx'))

const PRIVACY_NOTICE_ENTRY = { title: 'Privacy Notice', icon: FileLock }
const PRIVACY_NOTICE_TABS = [
  ['/super-admin/privacy-notice', 'Next version', NextPrivacyNoticePage],
  ['/super-admin/privacy-notice-versions', 'Versions', PrivacyNoticeVersionsPage],
  ['/super-admin/privacy-notice-views', 'Seen by', PrivacyNoticeViewsPage],
] as const

/** Pages of the super-administrator, in the order of the menu (rules 15.22). */
const PAGES: readonly Page[] = [
  { path: '/super-admin', title: 'Website Settings', icon: Settings2, Component: WebsiteSettingsPage },
  { path: '/super-admin/utilities', title: 'Utilities', icon: SlidersHorizontal, Component: UtilitiesPage },
  {
    path: '/super-admin/terms-and-conditions',
    title: 'Terms And Conditions',
    icon: ScrollText,
    Component: TermsPage,
  },
  ...PRIVACY_NOTICE_TABS.map(([path, title, Component]) => ({
    path,
    title,
    icon: PRIVACY_NOTICE_ENTRY.icon,
    tabbedEntry: PRIVACY_NOTICE_ENTRY,
    Component,
  })),
  {
    path: '/super-admin/personal-data',
    title: 'Personal Data',
    icon: FileLock2,
    Component: PersonalDataPage,
  },
  { path: '/super-admin/audit-log', title: 'Audit Log', icon: ShieldCheck, Component: AuditPage },
  getAccountPage('/super-admin'),
]

const PAGE_NOTES = (
  <>
    <NewPagesNote />
    <SecondFactorRecommendation />
  </>
)

/** Layout of the super-administrator's area (rules 15.1). */
export function SuperAdminShell() {
  const { name, email } = useSuperAdmin()
  return (
    <OfficeShell area="Super Admin" userName={name} detail={email} pages={PAGES}>
      <AreaRoutes pages={PAGES} note={PAGE_NOTES} />
    </OfficeShell>
  )
}
