import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { runDelayedCalls, runAfterPause } from '#lib/delayed-calls.ts'
import { Input } from '#ui/controls/input.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Status } from '@tahanan/contract/statuses.ts'
import type { StatusTab } from '@tahanan/contract/tickets/define-module.ts'

interface StatusTabsProps {
  tabs: readonly StatusTab[]
  status: Status | undefined
  counts?: Record<string, number>
  controls: string
  onStatus: (status: Status | undefined) => void
}

export function StatusTabs({ tabs, status, counts, controls, onStatus }: StatusTabsProps) {
  const tabsWithCounts = tabs.map((tab) => ({
    ...tab,
    slug: String(tab.status ?? 'all'),
    count: counts ? (counts[tab.status ?? 'all'] ?? 0).toLocaleString('en') : '–',
  }))
  return (
    <TabStrip
      label="Status"
      id={controls}
      tabs={tabsWithCounts}
      openTab={tabsWithCounts.find((tab) => tab.status === status)}
      onOpen={(tab) => onStatus(tab.status)}
    />
  )
}

/** Debounce of the search in milliseconds (rules 13.9). */
const SEARCH_DELAY_MS = 1000

interface SearchState {
  value: string
  onSearch: (term: string) => void
}

/**
 * Returns the typed search term and a function that changes it. After a pause the term is sent to the parent,
 * unless it is too long: then it stays in the field, which shows an error.
 */
export function useSearchText({ value, onSearch }: SearchState) {
  const [typedText, setTypedText] = useState(value)
  /** Search terms that were sent to the parent and not yet received back as `value`. */
  const sentSearches = useRef<string[]>([])
  useEffect(() => {
    const searchIndex = sentSearches.current.indexOf(value)
    sentSearches.current = sentSearches.current.slice(searchIndex < 0 ? Infinity : searchIndex + 1)
    // The value was changed by something else, such as 'Clear search' or Back, so it replaces the typed term.
    if (searchIndex < 0) setTypedText(value)
  }, [value])
  const sendSearch = useEffectEvent((term: string) => {
    if (term.length > LIMITS.searchTerm || term === (sentSearches.current.at(-1) ?? value)) return
    sentSearches.current.push(term)
    onSearch(term)
  })
  const dropTypedText = useEffectEvent(() => setTypedText(value))
  useEffect(
    () =>
      runAfterPause(
        () => sendSearch(typedText.trim()),
        SEARCH_DELAY_MS,
        () => dropTypedText(),
      ),
    [typedText],
  )
  return { typedText, setTypedText }
}

export function SearchBox({ hint, ...search }: SearchState & { hint: string }) {
  const { typedText, setTypedText } = useSearchText(search)
  return (
    <Input
      type="search"
      icon={Search}
      aria-label={hint}
      placeholder={hint}
      value={typedText}
      limit={LIMITS.searchTerm}
      onChange={({ target }) => setTypedText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && runDelayedCalls()}
    />
  )
}
