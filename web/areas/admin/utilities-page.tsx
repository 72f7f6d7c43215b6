import '../../ui/list-pages/styles.ts'
import '../../features/system-parameters/system-parameters.css'
import { allows } from '@tahanan/contract/permissions.ts'
import { Suspense, useId } from 'react'
import { useSearchParams } from 'react-router'
import { useAdmin } from '../../lib/api/me.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TabStrip } from '../../ui/lists/tab-strip.tsx'
import { TABS } from './utility-tabs.ts'

/** Utilities of the office, each tab by its own permission (rules 15.20). */
export function UtilitiesPage() {
  const id = useId()
  const { roles } = useAdmin()
  const [params, setParams] = useSearchParams()
  const tabs = TABS.filter(({ permission }) => allows(roles, 'utilities', permission))
  const open = tabs.find(({ slug }) => slug === params.get('tab')) ?? tabs[0]
  if (!open) {
    return (
      <div className="office">
        <PageHead title="Utilities" />
        <EmptyState title="Nothing here for you">
          Ask an administrator for access to the import, to other administrators or to the system parameters.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="office">
      <PageHead title="Utilities" />
      <TabStrip
        label="Utilities"
        id={id}
        tabs={tabs}
        open={open}
        onOpen={({ slug }) => setParams(slug === tabs[0]?.slug ? {} : { tab: slug })}
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${open.slug}`} className="utility">
        <Suspense fallback={<RecordSkeleton />}>
          <open.Component key={open.slug} />
        </Suspense>
      </div>
    </div>
  )
}
