import {
  Activity,
  Banknote,
  Coins,
  BellRing,
  FileCheck,
  FileDiff,
  Hourglass,
  Landmark,
  LayoutDashboard,
  Megaphone,
  ReceiptText,
  ScrollText,
  SlidersHorizontal,
  Star,
  Users,
  WalletCards,
} from 'lucide-react'
import { lazy } from 'react'
import { accountPage } from '../../features/account/page.ts'
import type { Page } from '../../lib/address/page-list.ts'
import { officeRecordPages } from '../../features/records/admin/pages.tsx'
import { adminTicketPages } from '../../features/tickets/admin/pages.tsx'

/** The group of the menu that holds the services. */
export const PMO_SERVICES = 'PMO Services'
/** Group of the pages about amounts and payments. */
export const MONEY = 'Money'
/** Group of the pages that publish. */
export const PUBLISH = 'Publish'

/**
 * The administrator's pages, in the order of the menu (rules 15.17). A new page is one entry here. Each names the
 * page of the permissions that must be visible for it. Whoever may not see the
 * dashboard begins with the first visible page.
 */
export const PAGES: readonly Page[] = [
  {
    path: '/admin',
    title: 'Dashboard',
    icon: LayoutDashboard,
    permission: 'dashboard',
    Component: lazy(() => import('../../features/dashboard/dashboard-page.tsx')),
  },
  {
    path: '/admin/tenants',
    title: 'Tenants',
    icon: Users,
    permission: 'tenants',
    Component: lazy(() => import('../../features/tenants/tenants-page.tsx')),
  },
  {
    path: '/admin/logged-in-logs',
    title: 'Logged In Monitor',
    icon: Activity,
    permission: 'loggedInLogs',
    Component: lazy(() => import('../../features/monitor/logged-in-page.tsx')),
  },
  ...adminTicketPages(PMO_SERVICES),
  {
    path: '/admin/feedbacks',
    title: 'Feedbacks',
    icon: Star,
    group: PMO_SERVICES,
    permission: 'feedbacks',
    Component: lazy(() => import('../../features/feedback/feedbacks-page.tsx')),
  },
  {
    path: '/admin/settings',
    title: 'Billings',
    icon: ReceiptText,
    group: MONEY,
    permission: 'billings',
    Component: lazy(() => import('../../features/billing/admin/statements/billings-page.tsx')),
  },
  {
    path: '/admin/ageing',
    title: 'Ageing',
    icon: Hourglass,
    group: MONEY,
    permission: 'billings',
    Component: lazy(() => import('../../features/billing/admin/reports/ageing-page.tsx')),
  },
  {
    path: '/admin/statement-check',
    title: 'Statement check',
    icon: FileDiff,
    group: MONEY,
    permission: 'billings',
    Component: lazy(() => import('../../features/billing/admin/reports/statement-check-page.tsx')),
  },
  {
    path: '/admin/reminders',
    title: 'Reminders',
    icon: BellRing,
    group: MONEY,
    permission: 'billings',
    flag: 'remind',
    Component: lazy(() => import('../../features/billing/admin/reminders/reminders-page.tsx')),
  },
  {
    path: '/admin/payments',
    title: 'Payments',
    icon: WalletCards,
    group: MONEY,
    permission: 'payments',
    Component: lazy(() => import('../../features/billing/admin/payments/payments-page.tsx')),
  },
  {
    path: '/admin/counter',
    title: 'Counter',
    icon: Banknote,
    group: MONEY,
    permission: 'payments',
    flag: 'counter',
    Component: lazy(() => import('../../features/billing/admin/counter/counter-page.tsx')),
  },
  {
    path: '/admin/certificates',
    title: 'Certificates',
    icon: FileCheck,
    group: MONEY,
    permission: 'payments',
    Component: lazy(() => import('../../features/billing/withholding/certificates-page.tsx')),
  },
  {
    path: '/admin/bank',
    title: 'Bank matching',
    icon: Landmark,
    group: MONEY,
    permission: 'payments',
    Component: lazy(() => import('../../features/billing/admin/bank/bank-page.tsx')),
  },
  {
    path: '/admin/receipts',
    title: 'Receipts',
    icon: ScrollText,
    group: MONEY,
    permission: 'payments',
    Component: lazy(() => import('../../features/billing/admin/receipts/receipts-page.tsx')),
  },
  {
    path: '/admin/collections',
    title: 'Collections',
    icon: Coins,
    group: MONEY,
    permission: 'payments',
    Component: lazy(() => import('../../features/billing/admin/reports/collections-page.tsx')),
  },
  {
    path: '/admin/announcements',
    title: 'Announcements',
    icon: Megaphone,
    group: PUBLISH,
    permission: 'announcements',
    Component: lazy(() => import('../../features/posts/admin/announcements-page.tsx')),
  },
  ...officeRecordPages(PUBLISH, {
    policyHeader: lazy(() => import('../../features/policies/admin/policies-page.tsx')),
  }),
  {
    path: '/admin/utilities',
    title: 'Utilities',
    icon: SlidersHorizontal,
    permission: 'utilities',
    Component: lazy(() => import('./utilities-page.tsx')),
  },
  accountPage('/admin'),
]
