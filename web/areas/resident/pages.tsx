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

const PMO_SERVICES = 'PMO Services'

// Pages that residents open daily are imported statically. All others load when they are opened.
const Mail = lazy(() => import('#features/posts/resident/mail-page.tsx'))
const Ask = lazy(() => import('#features/conversation/ask-page.tsx'))
const BookPage = lazy(() => import('#features/amenities/resident/book-page.tsx'))
const Policies = lazy(() => import('#features/policies/resident/policies-page.tsx'))
const Ledger = lazy(() => import('#features/billing/resident/ledger-page.tsx'))
const Methods = lazy(() => import('#features/billing/resident/pay/methods-page.tsx'))
const Deposit = lazy(() => import('#features/billing/resident/pay/deposit-page.tsx'))
const Dragonpay = lazy(() => import('#features/billing/resident/pay/dragonpay-page.tsx'))
const Aqwire = lazy(() => import('#features/billing/resident/pay/aqwire-page.tsx'))
const Return = lazy(() => import('#features/billing/resident/pay/return-page.tsx'))
const YourData = lazy(() => import('#features/privacy/resident/your-data-page.tsx'))
const Settings = lazy(() => import('#features/profile/settings-page.tsx'))

export const BOTTOM_BAR_PAGES: readonly string[] = ['Home', 'Services', 'Billings', 'News']

/** Pages of residents, in the order of the menu (rules 15.9). */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Dashboard', icon: House, bar: 'Home', Component: HomePage },
  { path: '/mail', title: 'Announcements and Events', icon: Megaphone, bar: 'News', Component: Mail },
  { path: '/ask', title: 'Ask the office', icon: MessagesSquare, Component: Ask },
  ...createResidentTicketPages(PMO_SERVICES),
  {
    path: '/reservations/book',
    title: 'Book an amenity',
    icon: CalendarCheck,
    offMenu: true,
    Component: BookPage,
  },
  { path: '/policies', title: 'House Rules & Policies', icon: BookOpen, Component: Policies },
  ...residentRecordPages,
  { path: '/billings', title: 'Billings', icon: ReceiptText, bar: 'Billings', Component: BillingsPage },
  ...(
    [
      ['/billings/ledger', Ledger],
      ['/billings/payments', Methods],
      ['/billings/payments/deposit', Deposit],
      ['/billings/payments/dragonpay', Dragonpay],
      ['/billings/payments/aqwire', Aqwire],
      ['/billings/payments/aqwire/success', Return],
      ['/billings/payments/aqwire/cancel', Return],
      ['/billings/payments/dragonpay/message', Return],
    ] as const
  ).map(([path, Component]) => ({ path, title: 'Billings', icon: ReceiptText, offMenu: true, Component })),
  { path: '/your-data', title: 'Your data', icon: FileLock2, offMenu: true, Component: YourData },
  { path: '/settings', title: 'Profile Settings', icon: CircleUserRound, Component: Settings },
]
