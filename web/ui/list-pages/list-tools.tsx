import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from '#ui/controls/input.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import type { Status } from '@tahanan/contract/statuses.ts'
import type { Tab } from '@tahanan/contract/tickets/define-module.ts'

interface StatusTabsProps {
  tabs: readonly Tab[]
  status: Status | undefined
  counts?: Record<string, number>
  controls: string
  onStatus: (status: Status | undefined) => void
}

/** Tabs of a list with their row counts. */
export function StatusTabs({ tabs, status, counts, controls, onStatus }: StatusTabsProps) {
  const shown = tabs.map((tab) => ({
    ...tab,
    slug: String(tab.status ?? 'all'),
    count: counts ? (counts[tab.status ?? 'all'] ?? 0).toLocaleString('en') : '–',
  }))
  return (
    <TabStrip
      label="Status"
      id={controls}
      tabs={shown}
      open={shown.find((tab) => tab.status === status)}
      onOpen={(tab) => onStatus(tab.status)}
    />
  )
}

/** Debounce of the search in milliseconds (rules 13.9). */
const SEARCH_MS = 1000

/** A search box that sends a second after typing, or at once on Enter. */
export function SearchBox(props: { hint: string; value: string; onSearch: (term: string) => void }) {
  const { hint, value, onSearch } = props
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === sent.current) return
    // 'Clear search' or Back discards keys that were not sent yet.
    sent.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  const ask = (text: string): void => {
    clearTimeout(timer.current)
    const term = text.trim()
    if (term === sent.current) return
    sent.current = term
    onSearch(term)
  }
  return (
    <Input
      type="search"
      icon={Search}
      aria-label={hint}
      placeholder={hint}
      value={typed}
      maxLength={200}
      onChange={({ target: { value: term } }) => {
        setTyped(term)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => ask(term), SEARCH_MS)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(typed)
      }}
    />
  )
}
