import '../../../tickets/tickets.css'
import './utilities.css'
import { allows } from '@tahanan/contract/permissions.ts'
import { Suspense, useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useAdmin } from '../../../lib/me.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { RecordSkeleton } from '../../../ui/skeletons.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { TABS, type UtilityTab } from './tabs.ts'

/** What the office sets up and brings in, each tab by its own permission (specification 3 §2 'Utilities'). */
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
          Ask an administrator for access to the import or the system parameters.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="office">
      <PageHead title="Utilities" />
      <TabStrip
        id={id}
        tabs={tabs}
        open={open}
        onOpen={({ slug }) => setParams(slug === tabs[0]?.slug ? {} : { tab: slug }, { replace: true })}
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${open.slug}`} className="utility">
        <Suspense fallback={<RecordSkeleton />}>
          <open.Component key={open.slug} />
        </Suspense>
      </div>
    </div>
  )
}

interface TabStripProps {
  /** Of the panel that the tabs show. */
  id: string
  tabs: readonly UtilityTab[]
  open: UtilityTab
  onOpen: (tab: UtilityTab) => void
}

/** The tabs as words. The arrow keys move between them. */
function TabStrip({ id, tabs, open, onOpen }: TabStripProps) {
  const list = useRef<HTMLDivElement>(null)
  const move = (by: number): void => {
    const to = (tabs.indexOf(open) + by + tabs.length) % tabs.length
    const next = tabs[to]
    if (next) onOpen(next)
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside take the focus, as the pattern has it
    <div
      className="tabs words"
      role="tablist"
      aria-label="Utilities"
      ref={list}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1)
        if (event.key === 'ArrowLeft') move(-1)
      }}
    >
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          key={tab.slug}
          id={`${id}-${tab.slug}`}
          aria-selected={tab === open}
          aria-controls={id}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => onOpen(tab)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
