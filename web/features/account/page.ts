import { CircleUserRound } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '../../lib/address/page-list.ts'

/** The page of one's own account in an office area; the shell leads to it from whose name stands there. */
export function accountPage(home: '/admin' | '/super-admin'): Page {
  return {
    path: `${home}/account`,
    title: 'My account',
    icon: CircleUserRound,
    offMenu: true,
    Component: lazy(() => import('./account-page.tsx').then((m) => ({ default: m.AccountPage }))),
  }
}
