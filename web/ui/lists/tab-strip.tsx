import './tab-strip.css'
import type { ReactNode } from 'react'
import { moveFocus } from '#lib/move-focus.ts'

export interface StripTab {
  slug: string
  label: string
  count?: ReactNode
}

interface TabStripProps<Tab extends StripTab> {
  label: string
  id: string
  tabs: readonly Tab[]
  openTab: Tab | undefined
  words?: boolean
  onOpen: (tab: Tab) => void
}

/** Scrolls the open tab into view. The row of tabs may be wider than a phone, and a URL can open any tab. */
const scrollTabIntoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export function TabStrip<Tab extends StripTab>({
  label,
  id,
  tabs,
  openTab,
  words,
  onOpen,
}: TabStripProps<Tab>) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside are focusable
    <div
      className={words ? 'tabs words' : 'tabs'}
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const targetIndex = moveFocus(event, 'across', event.currentTarget.querySelectorAll('button'))
        const nextTab = targetIndex === undefined ? undefined : tabs[targetIndex]
        if (nextTab) onOpen(nextTab)
      }}
    >
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          className="row"
          key={tab.slug}
          ref={tab === openTab ? scrollTabIntoView : undefined}
          id={`${id}-${tab.slug}`}
          aria-selected={tab === openTab}
          aria-controls={id}
          tabIndex={tab === openTab ? 0 : -1}
          onClick={() => onOpen(tab)}
        >
          {tab.label}
          {tab.count !== undefined && <b className="num">{tab.count}</b>}
        </button>
      ))}
    </div>
  )
}
