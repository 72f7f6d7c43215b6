import type { PAGES } from '@tahanan/contract/permissions.ts'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { StripTab } from '../../ui/lists/tab-strip.tsx'

/** A tab of the Utilities, shown to whoever has its permission (rules 2.7). */
export interface UtilityTab extends StripTab {
  permission: (typeof PAGES)['utilities'][number]
  Component: LazyExoticComponent<ComponentType>
}

/** The tabs in their order (rules 15.20, 15.23). A new one is one entry here. */
export const TABS: readonly UtilityTab[] = [
  {
    slug: 'import',
    label: 'Import Data',
    permission: 'importDataFromPromis',
    Component: lazy(() =>
      import('../../features/billing/imports/import-tab.tsx').then((m) => ({ default: m.ImportTab })),
    ),
  },
  {
    slug: 'access',
    label: "User's Access Definition",
    permission: 'userAccessDefinition',
    Component: lazy(() =>
      import('../../features/access/administrators.tsx').then((m) => ({ default: m.Administrators })),
    ),
  },
  {
    slug: 'system-parameters',
    label: 'System Parameter Settings',
    permission: 'systemParameterSettings',
    Component: lazy(() =>
      import('../../features/system-parameters/system-parameters.tsx').then((m) => ({
        default: m.SystemParameterSettings,
      })),
    ),
  },
]
