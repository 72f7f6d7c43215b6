import { ScrollText, Settings2, ShieldCheck, SlidersHorizontal } from 'lucide-react'
import { lazy } from 'react'
import { accountPage } from '../../features/account/page.ts'
import type { Page } from '../../lib/address/page-list.ts'

/** The super-administrator's pages, in the order of the menu (rules 15.22). A new page is one entry here. */
export const PAGES: readonly Page[] = [
  {
    path: '/super-admin',
    title: 'Website Settings',
    icon: Settings2,
    Component: lazy(() => import('../../features/website-settings/website-settings-page.tsx')),
  },
  {
    path: '/super-admin/utilities',
    title: 'Utilities',
    icon: SlidersHorizontal,
    Component: lazy(() => import('./utilities-page.tsx')),
  },
  {
    path: '/super-admin/terms-and-conditions',
    title: 'Terms And Conditions',
    icon: ScrollText,
    Component: lazy(() => import('../../features/terms/terms-page.tsx')),
  },
  {
    path: '/super-admin/audit-log',
    title: 'Audit Log',
    icon: ShieldCheck,
    Component: lazy(() => import('../../features/audit/audit-page.tsx')),
  },
  accountPage('/super-admin'),
]
