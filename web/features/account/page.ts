import { CircleUserRound } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'

/** Page of the own account in an office area; the name in the shell links to it. */
export function accountPage(home: '/admin' | '/super-admin'): Page {
  return {
    path: `${home}/account`,
    title: 'My account',
    icon: CircleUserRound,
    offMenu: true,
    Component: lazy(() => import('./account-page.tsx')),
  }
}
