import {
  Activity,
  DoorOpen,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  ReceiptText,
  Send,
  SlidersHorizontal,
  Star,
  Users,
  WalletCards,
} from 'lucide-react'
import { type ComponentType, lazy, useEffect } from 'react'
import { getAccountPage } from '#features/account/page.ts'
import { createOfficeRecordPages } from '#features/records/admin/pages.tsx'
import { createAdminTicketPages } from '#features/tickets/admin/pages.tsx'
import type { Page, TabbedEntry } from '#lib/address/page-list.ts'
import { GATE_PATH } from '#lib/api/gate-device.ts'
import { MY_WORK_PATH } from '#lib/api/session.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

const MyWorkPage = lazy(() => import('./desk/my-work-page.tsx'))
const DashboardPage = lazy(() => import('#features/dashboard/dashboard-page.tsx'))
const TenantsPage = lazy(() => import('#features/tenants/tenants-page.tsx'))
const LoggedInUsersPage = lazy(() => import('#features/monitor/logged-in-page.tsx'))
const PrivacyRequestsPage = lazy(() => import('#features/privacy/admin/privacy-requests-page.tsx'))
const FeedbacksPage = lazy(() => import('#features/feedback/feedbacks-page.tsx'))
const BillingsPage = lazy(() => import('#features/billing/admin/statements/billings-page.tsx'))
const AgeingPage = lazy(() => import('#features/billing/admin/reports/ageing-page.tsx'))
const StatementCheckPage = lazy(() => import('#features/billing/admin/reports/statement-check-page.tsx'))
const RemindersPage = lazy(() => import('#features/billing/admin/reminders/reminders-page.tsx'))
const PaymentsPage = lazy(() => import('#features/billing/admin/payments/payments-page.tsx'))
const CashCounterPage = lazy(() => import('#features/billing/admin/counter/counter-page.tsx'))
const CertificatesPage = lazy(() => import('#features/billing/withholding/certificates-page.tsx'))
const BankPage = lazy(() => import('#features/billing/admin/bank/bank-page.tsx'))
const ReceiptsPage = lazy(() => import('#features/billing/admin/receipts/receipts-page.tsx'))
const CollectionsPage = lazy(() => import('#features/billing/admin/reports/collections-page.tsx'))
const AnnouncementsPage = lazy(() => import('#features/posts/admin/announcements-page.tsx'))
const AmenitiesPage = lazy(() => import('#features/amenities/admin/amenities-page.tsx'))
const AmenityCalendarPage = lazy(() => import('#features/amenities/admin/amenity-calendar-page.tsx'))
const WaitingListPage = lazy(() => import('#features/amenities/admin/waiting-page.tsx'))
const PoliciesPage = lazy(() => import('#features/policies/admin/policies-page.tsx'))
const DeliveriesPage = lazy(() => import('#features/deliveries/deliveries-page.tsx'))
const GateLogPage = lazy(() => import('#features/gate-office/log/gate-log-page.tsx'))
const GateSetupPage = lazy(() => import('#features/gate-office/gate-setup-page.tsx'))
const UtilitiesPage = lazy(() => import('./utilities-page.tsx'))

/** Reloads the browser page at the address of the gate, because the gate has its own HTML document. */
function ReloadForGate() {
  useEffect(() => location.reload(), [])
  return null
}

type OfficePage = readonly [
  path: string,
  title: string,
  icon: LucideIcon,
  permission: PageName | undefined,
  Component: ComponentType,
]

const createPages = (pages: readonly OfficePage[], group?: string): Page[] =>
  pages.map(([path, title, icon, permission, Component]) => {
    return { path, title, icon, group, permission, Component }
  })

type TabPage = readonly [
  path: string,
  title: string,
  permission: PageName,
  flag: string,
  Component: ComponentType,
]

const createTabPages = (parentEntry: TabbedEntry, tabs: readonly TabPage[], group: string): Page[] =>
  tabs.map(([path, title, permission, flag, Component]) => {
    return {
      path,
      title,
      icon: parentEntry.icon,
      tabbedEntry: parentEntry,
      group,
      permission,
      flag,
      Component,
    }
  })

const PMO_SERVICES_GROUP = 'PMO Services'
const GATE_ENTRY = { title: 'Gate', icon: DoorOpen }
const MONEY_GROUP = 'Money'
const PUBLISH_GROUP = 'Publish'

const TENANTS_ENTRY = { title: 'Tenants', icon: Users }
const TENANT_TABS = [
  ['/admin/tenants', 'List', 'tenants', TenantsPage],
  ['/admin/privacy-requests', 'Privacy requests', 'privacy', PrivacyRequestsPage],
] as const

function addReservationTabs(page: Page): Page[] {
  if (page.permission !== 'reservations') return [page]
  const utilityTab = { ...page, tabbedEntry: { title: page.title, icon: page.icon } }
  return [
    { ...utilityTab, title: 'List' },
    {
      ...utilityTab,
      title: 'Calendar',
      path: '/admin/amenity-calendar',
      flag: 'view',
      Component: AmenityCalendarPage,
    },
    {
      ...utilityTab,
      title: 'Waiting list',
      path: '/admin/waiting-list',
      flag: 'view',
      Component: WaitingListPage,
    },
  ]
}

/** Pages of the administrators, in the order of the menu (rules 15.17). */
export const PAGES: readonly Page[] = [
  ...createPages([
    ['/admin', 'Dashboard', LayoutDashboard, 'dashboard', DashboardPage],
    [MY_WORK_PATH, 'My work', Inbox, undefined, MyWorkPage],
  ]),
  ...TENANT_TABS.map(([path, title, permission, Component]): Page => {
    return { path, title, icon: TENANTS_ENTRY.icon, tabbedEntry: TENANTS_ENTRY, permission, Component }
  }),
  ...createPages([
    ['/admin/logged-in-logs', 'Logged In Monitor', Activity, 'loggedInLogs', LoggedInUsersPage],
  ]),
  ...createAdminTicketPages(PMO_SERVICES_GROUP).flatMap(addReservationTabs),
  ...createPages([['/admin/feedbacks', 'Feedbacks', Star, 'feedbacks', FeedbacksPage]], PMO_SERVICES_GROUP),
  {
    path: GATE_PATH,
    title: 'Gate',
    icon: GATE_ENTRY.icon,
    tabbedEntry: GATE_ENTRY,
    permission: 'gate',
    flag: 'view',
    hasOwnDocument: true,
    Component: ReloadForGate,
  },
  {
    path: '/admin/gate-setup',
    title: 'Gates and devices',
    icon: GATE_ENTRY.icon,
    tabbedEntry: GATE_ENTRY,
    permission: 'gate',
    flag: 'devices',
    Component: GateSetupPage,
  },
  {
    path: '/admin/gate-log',
    title: 'Gate log',
    icon: GATE_ENTRY.icon,
    tabbedEntry: GATE_ENTRY,
    permission: 'gate',
    flag: 'log',
    Component: GateLogPage,
  },
  ...createTabPages(
    { title: 'Billings', icon: ReceiptText },
    [
      ['/admin/settings', 'Statements', 'billings', 'view', BillingsPage],
      ['/admin/ageing', 'Ageing', 'billings', 'view', AgeingPage],
      ['/admin/statement-check', 'Statement check', 'billings', 'view', StatementCheckPage],
      ['/admin/reminders', 'Reminders', 'billings', 'remind', RemindersPage],
    ],
    MONEY_GROUP,
  ),
  ...createTabPages(
    { title: 'Payments', icon: WalletCards },
    [
      ['/admin/payments', 'List', 'payments', 'view', PaymentsPage],
      ['/admin/counter', 'Counter', 'payments', 'counter', CashCounterPage],
      ['/admin/bank', 'Bank matching', 'payments', 'view', BankPage],
      ['/admin/receipts', 'Receipts', 'payments', 'view', ReceiptsPage],
      ['/admin/collections', 'Collections', 'payments', 'view', CollectionsPage],
      ['/admin/certificates', 'Certificates', 'payments', 'view', CertificatesPage],
    ],
    MONEY_GROUP,
  ),
  ...createPages(
    [['/admin/announcements', 'Announcements', Megaphone, 'announcements', AnnouncementsPage]],
    PUBLISH_GROUP,
  ),
  ...createOfficeRecordPages(PUBLISH_GROUP, { policyHeader: PoliciesPage, amenity: AmenitiesPage }),
  ...createPages([['/admin/deliveries', 'Deliveries', Send, 'deliveries', DeliveriesPage]], PUBLISH_GROUP),
  ...createPages([['/admin/utilities', 'Utilities', SlidersHorizontal, 'utilities', UtilitiesPage]]),
  getAccountPage('/admin'),
]
