import { lazy } from 'react'
import { UtilityTabs, type UtilityTab } from '#areas/shell/utility-tabs.tsx'
import { useAdmin } from '#lib/api/me.ts'
import { EmptyState } from '#ui/states.tsx'
import { rolesAllow, type PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'

const ImportTab = lazy(() => import('#features/billing/imports/import-tab.tsx'))
const AdministratorsTab = lazy(() => import('#features/access/administrators.tsx'))
const SystemParametersTab = lazy(() => import('#features/system-parameters/system-parameters.tsx'))

const UTILITY_TABS: readonly (UtilityTab & { permission: (typeof PAGE_PERMISSIONS)['utilities'][number] })[] =
  [
    { slug: 'import', label: 'Import Data', permission: 'importDataFromPromis', Component: ImportTab },
    {
      slug: 'access',
      label: "User's Access Definition",
      permission: 'userAccessDefinition',
      Component: AdministratorsTab,
    },
    {
      slug: 'system-parameters',
      label: 'System Parameter Settings',
      permission: 'systemParameterSettings',
      Component: SystemParametersTab,
    },
  ]

/** Settings of the office, as tabs (rules 15.20). */
export default function UtilitiesPage() {
  const { roles } = useAdmin()
  return (
    <UtilityTabs
      tabs={UTILITY_TABS.filter(({ permission }) => rolesAllow(roles, 'utilities', permission))}
      empty={
        <EmptyState title="Nothing here for you">
          Ask an administrator for access to the import, to other administrators or to the system parameters.
        </EmptyState>
      }
    />
  )
}
