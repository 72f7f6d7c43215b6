import '#ui/list-pages/styles.ts'
import { type ComponentType, type ReactNode, Suspense, useId } from 'react'
import { useSearchParams } from 'react-router'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { type StripTab, TabStrip } from '#ui/lists/tab-strip.tsx'
import { PageHead } from '#ui/page-head.tsx'

export interface UtilityTab extends StripTab {
  Component: ComponentType
}

/** A page of tabs. The address names the open one. */
export function Utilities({ tabs, empty }: { tabs: readonly UtilityTab[]; empty?: ReactNode }) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const [first] = tabs
  const open = tabs.find(({ slug }) => slug === params.get('tab')) ?? first
  return (
    <div className="office">
      <PageHead title="Utilities" />
      {!open && empty}
      {open && (
        <>
          <TabStrip
            words
            label="Utilities"
            id={id}
            tabs={tabs}
            open={open}
            onOpen={(tab) => setParams(tab === first ? {} : { tab: tab.slug })}
          />
          <div id={id} role="tabpanel" aria-labelledby={`${id}-${open.slug}`} className="utility">
            <Suspense fallback={<RecordSkeleton />}>
              <open.Component key={open.slug} />
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}
