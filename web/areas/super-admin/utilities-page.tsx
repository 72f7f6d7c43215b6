import { lazy } from 'react'
import { Utilities, type UtilityTab } from '../shell/utilities.tsx'

/** The tabs in their order (rules 15.20, 15.23). A new one is one entry here. */
const TABS: readonly UtilityTab[] = [
  {
    slug: 'access',
    label: "User's Access Definition",
    Component: lazy(() => import('../../features/access/administrators.tsx')),
  },
  {
    slug: 'bank-accounts',
    label: 'Bank Accounts',
    Component: lazy(() => import('../../features/billing/bank-accounts/bank-accounts-tab.tsx')),
  },
  {
    slug: 'database',
    label: 'Database',
    Component: lazy(() => import('../../features/database/database-tab.tsx')),
  },
  {
    slug: 'mobile-settings',
    label: 'Mobile Settings',
    Component: lazy(() => import('../../features/mobile-look/mobile-settings-tab.tsx')),
  },
]

/** The super-administrator's utilities (rules 15.23). */
export default function UtilitiesPage() {
  return <Utilities tabs={TABS} />
}
