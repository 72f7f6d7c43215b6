import { CircleUserRound } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'

/** Path of the own account's page in an office area; the name in the shell leads to it. */
export function accountPage(home: '/admin' | '/super-admin'): Page {
  return {
    path: `${home}/account`,
    title: 'My account',
    icon: CircleUserRound,
    offMenu: true,
    Component: lazy(() => import('./account-page.tsx')),
  }
}
