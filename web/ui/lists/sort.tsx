import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { NativeSelect } from '#ui/controls/input.tsx'
import { NEWEST_FIRST, readSort, type Sort } from '@tahanan/contract/sorting.ts'
import './sort.css'

/** Sort key of a list. The kind says how its two directions are called where they are chosen by words. */
export interface SortKey {
  key: string
  label: string
  kind: 'text' | 'length' | 'date' | 'amount' | 'status'
}

/** The order of a list, and the callback that changes it. Without one the newest stands first. */
export interface Sorting {
  keys: readonly SortKey[]
  /** The key of a column whose descending order is the newest first, where the list has one. */
  newest?: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** The order that an address or an old link asks for, as far as the list knows it; undefined for the newest first. */
export function knownSort(
  asked: string | null,
  { keys, newest }: Pick<Sorting, 'keys' | 'newest'>,
): Sort | undefined {
  if (asked === null || asked === NEWEST_FIRST || asked === `-${newest}`) return undefined
  return keys.some(({ key }) => key === readSort(asked).key) ? asked : undefined
}

/** The next state of a heading: up, down, then the newest first again. */
export function nextSort({ sort, newest }: Pick<Sorting, 'sort' | 'newest'>, key: string): Sort | undefined {
  if (sort === `-${key}`) return undefined
  if (sort !== key) return key
  return key === newest ? undefined : `-${key}`
}

interface HeadingColumn {
  label: string
  /** The key that it sorts by, by default the one of its label; where the list does not know it, it does not sort. */
  sort?: string
}

interface HeadingProps {
  /** The column, and those that stand beneath it. */
  columns: readonly HeadingColumn[]
  sorting: Sorting | undefined
  /** Class of the cell. */
  className?: string
}

/** The heading of a column, which sorts by it where the list can. */
export function Heading({ columns, sorting, className = '' }: HeadingProps) {
  const shown = sorting && (sorting.sort ?? `-${sorting.newest}`)
  const active = shown === undefined ? undefined : readSort(shown)
  const keyOf = ({ label, sort }: HeadingColumn): string | undefined =>
    sorting?.keys.find((known) => (sort === undefined ? known.label === label : known.key === sort))?.key
  const isActive = active !== undefined && columns.some((column) => keyOf(column) === active.key)
  const wordsOf = (column: HeadingColumn): ReactNode => {
    const key = keyOf(column)
    if (!sorting || key === undefined) return column.label
    const Icon = key !== active?.key ? ChevronsUpDown : active.descending ? ChevronDown : ChevronUp
    return (
      <button type="button" onClick={() => sorting.onSort(nextSort(sorting, key))}>
        {column.label}
        <Icon />
      </button>
    )
  }
  const [top, ...beneath] = columns
  return (
    <th
      scope="col"
      aria-sort={isActive ? (active.descending ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      {top && wordsOf(top)}
      {beneath.map((other) => (
        <small key={other.label}>{wordsOf(other)}</small>
      ))}
    </th>
  )
}

const DIRECTIONS: Readonly<Record<SortKey['kind'], readonly [ascending: string, descending: string]>> = {
  text: ['A to Z', 'Z to A'],
  length: ['shortest first', 'longest first'],
  date: ['earliest first', 'latest first'],
  amount: ['lowest first', 'highest first'],
  status: ['waiting first', 'rejected first'],
}

/** The orders of a list in words. */
export function sortChoices({
  keys,
  newest,
}: Pick<Sorting, 'keys' | 'newest'>): { value: Sort; label: string }[] {
  return [
    { value: '', label: 'Newest first' },
    ...keys.flatMap(({ key, label, kind }) => {
      if (key === 'created_at') return [{ value: key, label: 'Oldest first' }]
      // its two orders are the two above
      if (key === newest) return []
      return DIRECTIONS[kind].map((words, place) => ({
        value: place === 0 ? key : `-${key}`,
        label: `${label}, ${words}`,
      }))
    }),
  ]
}

interface SortLineProps {
  sorting: Sorting
  /** '8 gate passes' */
  children?: ReactNode
}

/** Above the cards of a list on a phone, which have no headings: what is told of the list, and its order to choose. */
export function SortLine({ sorting: { keys, newest, sort, onSort }, children }: SortLineProps) {
  return (
    <div className="sortline row">
      {children}
      <NativeSelect
        aria-label="Order of the list"
        value={sort ?? ''}
        options={sortChoices({ keys, newest })}
        onChange={({ target: { value } }) => onSort(value || undefined)}
      />
    </div>
  )
}
