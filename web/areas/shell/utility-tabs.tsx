import '#ui/list-pages/styles.ts'
import { type ComponentType, type ReactNode, Suspense, useId } from 'react'
import { useAddress } from '#lib/address/use-address.ts'
import { PageLoading } from '#ui/lists/skeletons.tsx'
import { type StripTab, TabStrip } from '#ui/lists/tab-strip.tsx'
import { PageHead } from '#ui/page-head.tsx'

export interface UtilityTab extends StripTab {
  Component: ComponentType
}

export function UtilityTabs({ tabs, empty }: { tabs: readonly UtilityTab[]; empty?: ReactNode }) {
  const id = useId()
  const [params, changeAddress] = useAddress()
  const [first] = tabs
  const openTab = tabs.find(({ slug }) => slug === params.get('tab')) ?? first
  return (
    <div className="office">
      <PageHead title="Utilities" />
      {!openTab && empty}
      {openTab && (
        <>
          <TabStrip
            words
            label="Utilities"
            id={id}
            tabs={tabs}
            openTab={openTab}
            onOpen={(tab) =>
              // All URL parameters are deleted, because they belong to the previous tab.
              changeAddress((address) => {
                for (const name of new Set(address.keys())) address.delete(name)
                if (tab !== first) address.set('tab', tab.slug)
              })
            }
          />
          <div id={id} role="tabpanel" aria-labelledby={`${id}-${openTab.slug}`} className="utility">
            <Suspense fallback={<PageLoading />}>
              <openTab.Component key={openTab.slug} />
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}
