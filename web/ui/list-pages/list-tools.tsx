import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { finishPauses, runAfterPause } from '#lib/typing-pause.ts'
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

export function SearchBox(props: { hint: string; value: string; onSearch: (term: string) => void }) {
  const { hint, value, onSearch } = props
  const [typed, setTyped] = useState(value)
  /** Submitted terms that the parent has not passed back as `value` yet. */
  const sent = useRef<string[]>([])
  useEffect(() => {
    const place = sent.current.indexOf(value)
    sent.current = sent.current.slice(place < 0 ? Infinity : place + 1)
    // The value was changed by something else, such as 'Clear search' or Back, so it replaces the typed term.
    if (place < 0) setTyped(value)
  }, [value])
  const send = useEffectEvent((term: string) => {
    if (term === (sent.current.at(-1) ?? value)) return
    sent.current.push(term)
    onSearch(term)
  })
  const drop = useEffectEvent(() => setTyped(value))
  useEffect(
    () =>
      runAfterPause(
        () => send(typed.trim()),
        SEARCH_MS,
        () => drop(),
      ),
    [typed],
  )
  return (
    <Input
      type="search"
      icon={Search}
      aria-label={hint}
      placeholder={hint}
      value={typed}
      limit={200}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && finishPauses()}
    />
  )
}
