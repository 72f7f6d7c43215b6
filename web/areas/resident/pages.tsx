import {
  BookOpen,
  CalendarCheck,
  CircleUserRound,
  FileLock2,
  House,
  Megaphone,
  MessagesSquare,
  ReceiptText,
} from 'lucide-react'
import { lazy } from 'react'
import { BillingsPage } from '#features/billing/resident/billings-page.tsx'
import { residentRecordPages } from '#features/records/resident/pages.tsx'
import { createResidentTicketPages } from '#features/tickets/resident/pages.tsx'
import type { Page } from '#lib/address/page-list.ts'
import { HomePage } from './home-page.tsx'

const PMO_SERVICES_GROUP = 'PMO Services'

// Pages that residents open daily are imported statically. All others load when they are opened.
const MailPage = lazy(() => import('#features/posts/resident/mail-page.tsx'))
const AskPage = lazy(() => import('#features/conversation/ask-page.tsx'))
const BookPage = lazy(() => import('#features/amenities/resident/book-page.tsx'))
const PoliciesPage = lazy(() => import('#features/policies/resident/policies-page.tsx'))
const LedgerPage = lazy(() => import('#features/billing/resident/ledger-page.tsx'))
const PaymentMethodsPage = lazy(() => import('#features/billing/resident/pay/methods-page.tsx'))
const DepositPage = lazy(() => import('#features/billing/resident/pay/deposit-page.tsx'))
const DragonpayPage = lazy(() => import('#features/billing/resident/pay/dragonpay-page.tsx'))
const AqwirePage = lazy(() => import('#features/billing/resident/pay/aqwire-page.tsx'))
const PaymentReturnPage = lazy(() => import('#features/billing/resident/pay/return-page.tsx'))
const YourDataPage = lazy(() => import('#features/privacy/resident/your-data-page.tsx'))
const SettingsPage = lazy(() => import('#features/profile/settings-page.tsx'))

export const BOTTOM_BAR_PAGES: readonly string[] = ['Home', 'Services', 'Billings', 'News']

/** Pages of residents, in the order of the menu (rules 15.9). */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Dashboard', icon: House, bar: 'Home', Component: HomePage },
  { path: '/mail', title: 'Announcements and Events', icon: Megaphone, bar: 'News', Component: MailPage },
  ...createResidentTicketPages(PMO_SERVICES_GROUP),
  {
    path: '/reservations/book',
    title: 'Book an amenity',
    icon: CalendarCheck,
    isHiddenInMenu: true,
    Component: BookPage,
  },
  { path: '/ask', title: 'Ask the office', icon: MessagesSquare, Component: AskPage },
  { path: '/policies', title: 'House Rules & Policies', icon: BookOpen, Component: PoliciesPage },
  ...residentRecordPages,
  { path: '/billings', title: 'Billings', icon: ReceiptText, bar: 'Billings', Component: BillingsPage },
  ...(
    [
      ['/billings/ledger', LedgerPage],
      ['/billings/payments', PaymentMethodsPage],
      ['/billings/payments/deposit', DepositPage],
      ['/billings/payments/dragonpay', DragonpayPage],
      ['/billings/payments/aqwire', AqwirePage],
      ['/billings/payments/aqwire/success', PaymentReturnPage],
      ['/billings/payments/aqwire/cancel', PaymentReturnPage],
      ['/billings/payments/dragonpay/message', PaymentReturnPage],
    ] as const
  ).map(([path, Component]) => ({
    path,
    title: 'Billings',
    icon: ReceiptText,
    isHiddenInMenu: true,
    Component,
  })),
  { path: '/your-data', title: 'Your data', icon: FileLock2, isHiddenInMenu: true, Component: YourDataPage },
  { path: '/settings', title: 'Profile Settings', icon: CircleUserRound, Component: SettingsPage },
]
