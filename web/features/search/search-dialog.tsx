import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type LucideIcon,
  Megaphone,
  ScrollText,
  Search as SearchIcon,
  Ticket,
  UserRound,
  WalletCards,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { runDelayedCalls } from '#lib/delayed-calls.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatDate } from '#lib/time.ts'
import { useDebouncedText } from '#lib/use-debounced-text.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { getIcon } from '#ui/icons.ts'
import { Layer } from '#ui/layers/layer.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { mapRecordKinds } from '@tahanan/contract/records/index.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { groupResults, KIND_TITLES, splitMatches } from './group-results.ts'
import { type PreviousSearch, useSavePreviousSearch } from './previous-search.ts'

const ICONS: Record<SearchResult['kind'], LucideIcon> = {
  ticket: Ticket,
  tenant: UserRound,
  payment: WalletCards,
  receipt: ScrollText,
  post: Megaphone,
  ...mapRecordKinds(
    ({ name }) => name,
    ({ icon }) => getIcon(icon),
  ),
}

const MIN_TERM_LENGTH = 2

const searchQuery = (searchTerm: string) => ({
  ...createDataQuery<SearchResult[]>(
    ['search', searchTerm],
    '/search',
    { searchTerm },
    { staleTime: 10_000 },
  ),
  enabled: searchTerm.length >= MIN_TERM_LENGTH,
  placeholderData: keepPreviousData,
})

interface SearchDialogProps {
  hint: string
  getAddress?: (result: SearchResult) => string
  left?: PreviousSearch
  onClose: () => void
}

export function SearchDialog({ hint, getAddress, left, onClose }: SearchDialogProps) {
  const id = useId()
  const navigate = useNavigate()
  const leave = useSavePreviousSearch()
  const [typed, setTyped] = useState(left?.term ?? '')
  // Cut to the limit, because the server rejects a longer term.
  const typedTerm = typed.trim().slice(0, LIMITS.searchTerm)
  const term = useDebouncedText(typedTerm)
  const [chosen, setChosen] = useState(left?.chosen ?? 0)
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isFetching, refetch } = useQuery(searchQuery(term))

  const asks = typedTerm.length >= MIN_TERM_LENGTH
  const groups = asks && term.length >= MIN_TERM_LENGTH && data ? groupResults(data) : []
  const rows = groups.flatMap((group) => group.rows)
  const at = Math.min(chosen, rows.length - 1)
  const waits = asks && (isFetching || term !== typedTerm)
  const current = rows[at]

  /**
   * Term for which Enter was pressed before its results arrived. Until then, the results of an earlier term
   * are visible.
   */
  const enteredTerm = useRef<string>(undefined)
  const openResult = (result: SearchResult): void => {
    onClose()
    leave({ term, chosen: rows.indexOf(result) })
    void navigate(getAddress?.(result) ?? result.link, { state: OPENED_HERE_STATE })
  }
  const handleKey = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const to = steps[event.key]
    if (to !== undefined && rows.length > 0) {
      event.preventDefault()
      setChosen((to + rows.length) % rows.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (waits) {
      enteredTerm.current = typedTerm
      runDelayedCalls()
    } else if (current) openResult(current)
  }
  const openEntered = useEffectEvent(() => {
    if (current && enteredTerm.current === typedTerm) openResult(current)
    enteredTerm.current = undefined
  })
  useEffect(() => {
    if (!waits) openEntered()
  }, [waits])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  return (
    <Layer label="Search" onClose={onClose}>
      <section className="search-box">
        <div className="search-line row">
          <SearchIcon />
          <input
            ref={input}
            type="text"
            enterKeyHint="search"
            role="combobox"
            aria-label={hint}
            aria-expanded={rows.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current ? `${id}-${at}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            placeholder={hint}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(0)
            }}
            onKeyDown={handleKey}
          />
          <IconButton icon={X} label="Close the search" onClick={onClose} />
        </div>
        <div className="search-found" aria-busy={waits}>
          <div id={`${id}-list`} role="listbox" aria-label="Results" hidden={rows.length === 0}>
            {groups.map(({ kind, rows: found }) => (
              <div role="group" key={kind} aria-label={KIND_TITLES[kind]}>
                <p className="search-kind" aria-hidden>
                  {KIND_TITLES[kind]}
                </p>
                {found.map((row) => {
                  const place = rows.indexOf(row)
                  return (
                    <ResultRow
                      key={row.id}
                      id={`${id}-${place}`}
                      found={row}
                      term={term}
                      selected={place === at}
                      onPoint={() => setChosen(place)}
                      onOpen={() => openResult(row)}
                    />
                  )
                })}
              </div>
            ))}
          </div>
          {rows.length === 0 && (
            <Message
              term={typedTerm}
              waits={waits && !error}
              failed={asks && error !== null && !isFetching}
              onRetry={() => {
                input.current?.focus()
                void refetch()
              }}
            />
          )}
        </div>
        <p className="visually-hidden" role="status">
          {asks && !waits && !error && formatCount(rows.length, 'result', 'results')}
        </p>
      </section>
    </Layer>
  )
}

interface ResultRowProps {
  id: string
  found: SearchResult
  term: string
  selected: boolean
  onPoint: () => void
  onOpen: () => void
}

function ResultRow({ id, found, term, selected, onPoint, onOpen }: ResultRowProps) {
  const Icon = ICONS[found.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see the input
    <div id={id} role="option" aria-selected={selected} onPointerMove={onPoint} onClick={onOpen}>
      <Icon />
      <div>
        <b>
          <MarkedText text={found.title} term={term} />
        </b>
        {found.text !== '' && (
          <p className="clamp">
            <MarkedText text={found.text} term={term} />
          </p>
        )}
      </div>
      {found.date !== null && <time dateTime={found.date}>{formatDate(found.date)}</time>}
    </div>
  )
}

function MarkedText({ text, term }: { text: string; term: string }) {
  return splitMatches(text, term).map((part, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
    place % 2 === 1 ? <mark key={place}>{part}</mark> : part,
  )
}

function Message(props: { term: string; waits: boolean; failed: boolean; onRetry: () => void }) {
  const { term, waits, failed, onRetry } = props
  if (failed) {
    return (
      <div className="search-none" role="alert">
        <p>We could not search. Check your connection.</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    )
  }
  if (term.length < MIN_TERM_LENGTH)
    return <p className="search-none">Type at least two letters or digits.</p>
  return <p className="search-none">{waits ? 'Looking…' : `Nothing found for “${term}”.`}</p>
}
