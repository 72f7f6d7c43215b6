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
import { DESK_PATH } from '#lib/api/session.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

const Desk = lazy(() => import('./desk/desk-page.tsx'))
const Dashboard = lazy(() => import('#features/dashboard/dashboard-page.tsx'))
const Tenants = lazy(() => import('#features/tenants/tenants-page.tsx'))
const LoggedIn = lazy(() => import('#features/monitor/logged-in-page.tsx'))
const PrivacyRequests = lazy(() => import('#features/privacy/admin/privacy-requests-page.tsx'))
const Feedbacks = lazy(() => import('#features/feedback/feedbacks-page.tsx'))
const Billings = lazy(() => import('#features/billing/admin/statements/billings-page.tsx'))
const Ageing = lazy(() => import('#features/billing/admin/reports/ageing-page.tsx'))
const StatementCheck = lazy(() => import('#features/billing/admin/reports/statement-check-page.tsx'))
const Reminders = lazy(() => import('#features/billing/admin/reminders/reminders-page.tsx'))
const Payments = lazy(() => import('#features/billing/admin/payments/payments-page.tsx'))
const Counter = lazy(() => import('#features/billing/admin/counter/counter-page.tsx'))
const Certificates = lazy(() => import('#features/billing/withholding/certificates-page.tsx'))
const Bank = lazy(() => import('#features/billing/admin/bank/bank-page.tsx'))
const Receipts = lazy(() => import('#features/billing/admin/receipts/receipts-page.tsx'))
const Collections = lazy(() => import('#features/billing/admin/reports/collections-page.tsx'))
const Announcements = lazy(() => import('#features/posts/admin/announcements-page.tsx'))
const Amenities = lazy(() => import('#features/amenities/admin/amenities-page.tsx'))
const AmenityCalendar = lazy(() => import('#features/amenities/admin/amenity-calendar-page.tsx'))
const WaitingList = lazy(() => import('#features/amenities/admin/waiting-page.tsx'))
const Policies = lazy(() => import('#features/policies/admin/policies-page.tsx'))
const Deliveries = lazy(() => import('#features/deliveries/deliveries-page.tsx'))
const GateLog = lazy(() => import('#features/gate-office/log/gate-log-page.tsx'))
const GateSetup = lazy(() => import('#features/gate-office/gate-setup-page.tsx'))
const Utilities = lazy(() => import('./utilities-page.tsx'))

/** Reloads the browser page, because the gate has its own HTML document. */
function GateDocument() {
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

const toPages = (pages: readonly OfficePage[], group?: string): Page[] =>
  pages.map(([path, title, icon, permission, Component]) => {
    return { path, title, icon, group, permission, Component }
  })

type Tab = readonly [
  path: string,
  title: string,
  permission: PageName,
  flag: string,
  Component: ComponentType,
]

const toTabs = (under: TabbedEntry, tabs: readonly Tab[], group: string): Page[] =>
  tabs.map(([path, title, permission, flag, Component]) => {
    return { path, title, icon: under.icon, under, group, permission, flag, Component }
  })

const PMO_SERVICES = 'PMO Services'
const GATE = { title: 'Gate', icon: DoorOpen }
const MONEY = 'Money'
const PUBLISH = 'Publish'

const TENANTS = { title: 'Tenants', icon: Users }
const TENANT_TABS = [
  ['/admin/tenants', 'List', 'tenants', Tenants],
  ['/admin/privacy-requests', 'Privacy requests', 'privacy', PrivacyRequests],
] as const

/** Adds the calendar and the waiting list as tabs of the page of reservations. */
function addTabs(page: Page): Page[] {
  if (page.permission !== 'reservations') return [page]
  const tab = { ...page, under: { title: page.title, icon: page.icon } }
  return [
    { ...tab, title: 'List' },
    { ...tab, title: 'Calendar', path: '/admin/amenity-calendar', flag: 'view', Component: AmenityCalendar },
    { ...tab, title: 'Waiting list', path: '/admin/waiting-list', flag: 'view', Component: WaitingList },
  ]
}

/** Pages of the administrators, in the order of the menu (rules 15.17). */
export const PAGES: readonly Page[] = [
  ...toPages([
    ['/admin', 'Dashboard', LayoutDashboard, 'dashboard', Dashboard],
    [DESK_PATH, 'My work', Inbox, undefined, Desk],
  ]),
  ...TENANT_TABS.map(([path, title, permission, Component]): Page => {
    return { path, title, icon: TENANTS.icon, under: TENANTS, permission, Component }
  }),
  ...toPages([['/admin/logged-in-logs', 'Logged In Monitor', Activity, 'loggedInLogs', LoggedIn]]),
  ...createAdminTicketPages(PMO_SERVICES).flatMap(addTabs),
  ...toPages([['/admin/feedbacks', 'Feedbacks', Star, 'feedbacks', Feedbacks]], PMO_SERVICES),
  {
    path: GATE_PATH,
    title: 'Gate',
    icon: GATE.icon,
    under: GATE,
    permission: 'gate',
    flag: 'view',
    hasOwnDocument: true,
    Component: GateDocument,
  },
  {
    path: '/admin/gate-setup',
    title: 'Gates and devices',
    icon: GATE.icon,
    under: GATE,
    permission: 'gate',
    flag: 'devices',
    Component: GateSetup,
  },
  {
    path: '/admin/gate-log',
    title: 'Gate log',
    icon: GATE.icon,
    under: GATE,
    permission: 'gate',
    flag: 'log',
    Component: GateLog,
  },
  ...toTabs(
    { title: 'Billings', icon: ReceiptText },
    [
      ['/admin/settings', 'Statements', 'billings', 'view', Billings],
      ['/admin/ageing', 'Ageing', 'billings', 'view', Ageing],
      ['/admin/statement-check', 'Statement check', 'billings', 'view', StatementCheck],
      ['/admin/reminders', 'Reminders', 'billings', 'remind', Reminders],
    ],
    MONEY,
  ),
  ...toTabs(
    { title: 'Payments', icon: WalletCards },
    [
      ['/admin/payments', 'List', 'payments', 'view', Payments],
      ['/admin/counter', 'Counter', 'payments', 'counter', Counter],
      ['/admin/bank', 'Bank matching', 'payments', 'view', Bank],
      ['/admin/receipts', 'Receipts', 'payments', 'view', Receipts],
      ['/admin/collections', 'Collections', 'payments', 'view', Collections],
      ['/admin/certificates', 'Certificates', 'payments', 'view', Certificates],
    ],
    MONEY,
  ),
  ...toPages([['/admin/announcements', 'Announcements', Megaphone, 'announcements', Announcements]], PUBLISH),
  ...createOfficeRecordPages(PUBLISH, { policyHeader: Policies, amenity: Amenities }),
  ...toPages([['/admin/deliveries', 'Deliveries', Send, 'deliveries', Deliveries]], PUBLISH),
  ...toPages([['/admin/utilities', 'Utilities', SlidersHorizontal, 'utilities', Utilities]]),
  getAccountPage('/admin'),
]
