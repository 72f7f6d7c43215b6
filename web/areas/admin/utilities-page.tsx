import { lazy } from 'react'
import { Utilities, type UtilityTab } from '#areas/shell/utilities.tsx'
import { useAdmin } from '#lib/api/me.ts'
import { EmptyState } from '#ui/states.tsx'
import { allows, type PAGES } from '@tahanan/contract/permissions.ts'

const Import = lazy(() => import('#features/billing/imports/import-tab.tsx'))
const Administrators = lazy(() => import('#features/access/administrators.tsx'))
const SystemParameters = lazy(() => import('#features/system-parameters/system-parameters.tsx'))

const TABS: readonly (UtilityTab & { permission: (typeof PAGES)['utilities'][number] })[] = [
  { slug: 'import', label: 'Import Data', permission: 'importDataFromPromis', Component: Import },
  {
    slug: 'access',
    label: "User's Access Definition",
    permission: 'userAccessDefinition',
    Component: Administrators,
  },
  {
    slug: 'system-parameters',
    label: 'System Parameter Settings',
    permission: 'systemParameterSettings',
    Component: SystemParameters,
  },
]

/** Settings of the office, as tabs (rules 15.20). */
export default function UtilitiesPage() {
  const { roles } = useAdmin()
  return (
    <Utilities
      tabs={TABS.filter(({ permission }) => allows(roles, 'utilities', permission))}
      empty={
        <EmptyState title="Nothing here for you">
          Ask an administrator for access to the import, to other administrators or to the system parameters.
        </EmptyState>
      }
    />
  )
}
