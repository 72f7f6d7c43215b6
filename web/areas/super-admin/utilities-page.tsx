import { lazy } from 'react'
import { UtilityTabs, type UtilityTab } from '#areas/shell/utility-tabs.tsx'

const AdministratorsTab = lazy(() => import('#features/access/administrators.tsx'))
const BankAccountsTab = lazy(() => import('#features/billing/bank-accounts/bank-accounts-tab.tsx'))
const DatabaseTab = lazy(() => import('#features/database/database-tab.tsx'))
const DiagnosticsTab = lazy(() => import('#features/diagnostics/diagnostics-tab.tsx'))
const MobileSettingsTab = lazy(() => import('#features/mobile-look/mobile-settings-tab.tsx'))

const UTILITY_TABS: readonly UtilityTab[] = [
  { slug: 'access', label: "User's Access Definition", Component: AdministratorsTab },
  { slug: 'bank-accounts', label: 'Bank Accounts', Component: BankAccountsTab },
  { slug: 'database', label: 'Database', Component: DatabaseTab },
  { slug: 'diagnostics', label: 'Diagnostics', Component: DiagnosticsTab },
  { slug: 'mobile-settings', label: 'Mobile Settings', Component: MobileSettingsTab },
]

/** Settings of the super-administrator, as tabs (rules 15.23). */
export default function UtilitiesPage() {
  return <UtilityTabs tabs={UTILITY_TABS} />
}
