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

const RESULT_ICONS: Record<SearchResult['kind'], LucideIcon> = {
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
  previousSearch?: PreviousSearch
  onClose: () => void
}

export function SearchDialog({ hint, getAddress, previousSearch, onClose }: SearchDialogProps) {
  const id = useId()
  const navigate = useNavigate()
  const savePreviousSearch = useSavePreviousSearch()
  const [typedText, setTypedText] = useState(previousSearch?.term ?? '')
  // Cut to the limit, because the server rejects a longer term.
  const typedTerm = typedText.trim().slice(0, LIMITS.searchTerm)
  const searchedTerm = useDebouncedText(typedTerm)
  const [requestedIndex, setRequestedIndex] = useState(previousSearch?.chosen ?? 0)
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isFetching, refetch } = useQuery(searchQuery(searchedTerm))

  const canSearch = typedTerm.length >= MIN_TERM_LENGTH
  const groups = canSearch && searchedTerm.length >= MIN_TERM_LENGTH && data ? groupResults(data) : []
  const resultRows = groups.flatMap((group) => group.rows)
  const chosenIndex = Math.min(requestedIndex, resultRows.length - 1)
  const isSearching = canSearch && (isFetching || searchedTerm !== typedTerm)
  const chosenRow = resultRows[chosenIndex]

  /**
   * Term for which Enter was pressed before its results arrived. Until then, the results of an earlier term
   * are visible.
   */
  const enteredTerm = useRef<string>(undefined)
  const openResult = (result: SearchResult): void => {
    onClose()
    savePreviousSearch({ term: searchedTerm, chosen: resultRows.indexOf(result) })
    void navigate(getAddress?.(result) ?? result.link, { state: OPENED_HERE_STATE })
  }
  const handleKey = (event: KeyboardEvent): void => {
    const indexByKey: Record<string, number> = { ArrowDown: chosenIndex + 1, ArrowUp: chosenIndex - 1 }
    const nextIndex = indexByKey[event.key]
    if (nextIndex !== undefined && resultRows.length > 0) {
      event.preventDefault()
      setRequestedIndex((nextIndex + resultRows.length) % resultRows.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isSearching) {
      enteredTerm.current = typedTerm
      runDelayedCalls()
    } else if (chosenRow) openResult(chosenRow)
  }
  const openEnteredResult = useEffectEvent(() => {
    if (chosenRow && enteredTerm.current === typedTerm) openResult(chosenRow)
    enteredTerm.current = undefined
  })
  useEffect(() => {
    if (!isSearching) openEnteredResult()
  }, [isSearching])
  useEffect(() => {
    document.getElementById(`${id}-${chosenIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosenIndex])

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
            aria-expanded={resultRows.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosenRow ? `${id}-${chosenIndex}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            placeholder={hint}
            value={typedText}
            onChange={(event) => {
              setTypedText(event.target.value)
              setRequestedIndex(0)
            }}
            onKeyDown={handleKey}
          />
          <IconButton icon={X} label="Close the search" onClick={onClose} />
        </div>
        <div className="search-found" aria-busy={isSearching}>
          <div id={`${id}-list`} role="listbox" aria-label="Results" hidden={resultRows.length === 0}>
            {groups.map(({ kind, rows: groupRows }) => (
              <div role="group" key={kind} aria-label={KIND_TITLES[kind]}>
                <p className="search-kind" aria-hidden>
                  {KIND_TITLES[kind]}
                </p>
                {groupRows.map((row) => {
                  const rowIndex = resultRows.indexOf(row)
                  return (
                    <ResultRow
                      key={row.id}
                      id={`${id}-${rowIndex}`}
                      result={row}
                      term={searchedTerm}
                      selected={rowIndex === chosenIndex}
                      onPointerOver={() => setRequestedIndex(rowIndex)}
                      onOpen={() => openResult(row)}
                    />
                  )
                })}
              </div>
            ))}
          </div>
          {resultRows.length === 0 && (
            <Message
              term={typedTerm}
              isWaiting={isSearching && !error}
              hasFailed={canSearch && error !== null && !isFetching}
              onRetry={() => {
                input.current?.focus()
                void refetch()
              }}
            />
          )}
        </div>
        <p className="visually-hidden" role="status">
          {canSearch && !isSearching && !error && formatCount(resultRows.length, 'result', 'results')}
        </p>
      </section>
    </Layer>
  )
}

interface ResultRowProps {
  id: string
  result: SearchResult
  term: string
  selected: boolean
  onPointerOver: () => void
  onOpen: () => void
}

function ResultRow({ id, result, term, selected, onPointerOver, onOpen }: ResultRowProps) {
  const Icon = RESULT_ICONS[result.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys: see the input
    <div id={id} role="option" aria-selected={selected} onPointerMove={onPointerOver} onClick={onOpen}>
      <Icon />
      <div>
        <b>
          <MarkedText text={result.title} term={term} />
        </b>
        {result.text !== '' && (
          <p className="clamp">
            <MarkedText text={result.text} term={term} />
          </p>
        )}
      </div>
      {result.date !== null && <time dateTime={result.date}>{formatDate(result.date)}</time>}
    </div>
  )
}

function MarkedText({ text, term }: { text: string; term: string }) {
  return splitMatches(text, term).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  )
}

function Message(props: { term: string; isWaiting: boolean; hasFailed: boolean; onRetry: () => void }) {
  const { term, isWaiting, hasFailed, onRetry } = props
  if (hasFailed) {
    return (
      <div className="search-none" role="alert">
        <p>We could not search. Check your connection.</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    )
  }
  if (term.length < MIN_TERM_LENGTH)
    return <p className="search-none">Type at least two letters or digits.</p>
  return <p className="search-none">{isWaiting ? 'Looking…' : `Nothing result for “${term}”.`}</p>
}
