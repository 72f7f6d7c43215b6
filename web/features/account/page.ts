import { CircleUserRound } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'

export function getAccountPage(home: '/admin' | '/super-admin'): Page {
  return {
    path: `${home}/account`,
    title: 'My account',
    icon: CircleUserRound,
    isHiddenInMenu: true,
    Component: lazy(() => import('./account-page.tsx')),
  }
}
