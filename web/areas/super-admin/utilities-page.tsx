import '../../ui/list-pages/styles.ts'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useId } from 'react'
import { useSearchParams } from 'react-router'
import { PageHead } from '../../ui/page-head.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { type StripTab, TabStrip } from '../../ui/lists/tab-strip.tsx'

interface UtilityTab extends StripTab {
  Component: LazyExoticComponent<ComponentType>
}

const FIRST: UtilityTab = {
  slug: 'access',
  label: "User's Access Definition",
  Component: lazy(() =>
    import('../../features/access/administrators.tsx').then((m) => ({ default: m.Administrators })),
  ),
}

/** The tabs in their order (rules 15.20, 15.23). A new one is one entry here. */
const TABS: readonly UtilityTab[] = [
  FIRST,
  {
    slug: 'database',
    label: 'Database',
    Component: lazy(() =>
      import('../../features/database/database-tab.tsx').then((m) => ({ default: m.DatabaseTab })),
    ),
  },
  {
    slug: 'mobile-settings',
    label: 'Mobile Settings',
    Component: lazy(() =>
      import('../../features/mobile-look/mobile-settings-tab.tsx').then((m) => ({
        default: m.MobileSettingsTab,
      })),
    ),
  },
]

/** The super-administrator's utilities (rules 15.23). */
export function UtilitiesPage() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const open = TABS.find(({ slug }) => slug === params.get('tab')) ?? FIRST
  return (
    <div className="office">
      <PageHead title="Utilities" />
      <TabStrip
        label="Utilities"
        id={id}
        tabs={TABS}
        open={open}
        onOpen={(tab) => setParams(tab === FIRST ? {} : { tab: tab.slug })}
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${open.slug}`} className="utility">
        <Suspense fallback={<RecordSkeleton />}>
          <open.Component key={open.slug} />
        </Suspense>
      </div>
    </div>
  )
}
