import { lazy } from 'react'
import { Utilities, type UtilityTab } from '#areas/shell/utilities.tsx'

const Administrators = lazy(() => import('#features/access/administrators.tsx'))
const BankAccounts = lazy(() => import('#features/billing/bank-accounts/bank-accounts-tab.tsx'))
const Database = lazy(() => import('#features/database/database-tab.tsx'))
const Diagnostics = lazy(() => import('#features/diagnostics/diagnostics-tab.tsx'))
const MobileSettings = lazy(() => import('#features/mobile-look/mobile-settings-tab.tsx'))

const TABS: readonly UtilityTab[] = [
  { slug: 'access', label: "User's Access Definition", Component: Administrators },
  { slug: 'bank-accounts', label: 'Bank Accounts', Component: BankAccounts },
  { slug: 'database', label: 'Database', Component: Database },
  { slug: 'diagnostics', label: 'Diagnostics', Component: Diagnostics },
  { slug: 'mobile-settings', label: 'Mobile Settings', Component: MobileSettings },
]

/** Settings of the super-administrator, as tabs (rules 15.23). */
export default function UtilitiesPage() {
  return <Utilities tabs={TABS} />
}
