import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { NativeSelect } from '#ui/controls/input.tsx'
import { NEWEST_FIRST, splitSort, type Sort } from '@tahanan/contract/sorting.ts'
import './sort.css'

/** Key by which a list can be sorted. `kind` determines the labels of the two directions. */
export interface SortKey {
  key: string
  label: string
  kind: 'text' | 'length' | 'date' | 'amount' | 'status'
}

/** Sort order of a list. If `sort` is undefined, the newest rows are first. */
export interface Sorting {
  keys: readonly SortKey[]
  newest?: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** Parses the sort order of a URL. Returns undefined for newest first and for unknown keys. */
export function parseSort(
  sortParam: string | null,
  { keys, newest }: Pick<Sorting, 'keys' | 'newest'>,
): Sort | undefined {
  if (sortParam === null || sortParam === NEWEST_FIRST || sortParam === `-${newest}`) return undefined
  return keys.some(({ key }) => key === splitSort(sortParam).key) ? sortParam : undefined
}

export function getNextSort(
  { sort, newest }: Pick<Sorting, 'sort' | 'newest'>,
  key: string,
): Sort | undefined {
  if (sort === `-${key}`) return undefined
  if (sort !== key) return key
  return key === newest ? undefined : `-${key}`
}

interface HeadingColumn {
  label: string
  tip?: string
  /**
   * Key by which this column is sorted. Default: the sort key with the same label. A column without a sort
   * key cannot be sorted.
   */
  sort?: string
}

interface SortableHeadProps {
  columns: readonly HeadingColumn[]
  sorting: Sorting | undefined
  className?: string
}

export function SortableHead({ columns, sorting, className = '' }: SortableHeadProps) {
  const activeSort = sorting && (sorting.sort ?? `-${sorting.newest}`)
  const activeSortParts = activeSort === undefined ? undefined : splitSort(activeSort)
  const findSortKey = ({ label, sort }: HeadingColumn): string | undefined =>
    sorting?.keys.find((sortKey) => (sort === undefined ? sortKey.label === label : sortKey.key === sort))
      ?.key
  const isActive =
    activeSortParts !== undefined && columns.some((column) => findSortKey(column) === activeSortParts.key)
  const renderHeading = (column: HeadingColumn): ReactNode => {
    const key = findSortKey(column)
    const label = column.tip ? <abbr title={column.tip}>{column.label}</abbr> : column.label
    if (!sorting || key === undefined) return <span>{label}</span>
    const Icon =
      key !== activeSortParts?.key ? ChevronsUpDown : activeSortParts.descending ? ChevronDown : ChevronUp
    return (
      <button type="button" onClick={() => sorting.onSort(getNextSort(sorting, key))}>
        {label}
        <Icon />
      </button>
    )
  }
  const [top, ...columnsBelow] = columns
  return (
    <th
      scope="col"
      aria-sort={isActive ? (activeSortParts.descending ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      {top && renderHeading(top)}
      {columnsBelow.map((columnBelow) => (
        <small key={columnBelow.label}>{renderHeading(columnBelow)}</small>
      ))}
    </th>
  )
}

const DIRECTION_LABELS: Readonly<Record<SortKey['kind'], readonly [ascending: string, descending: string]>> =
  {
    text: ['A to Z', 'Z to A'],
    length: ['shortest first', 'longest first'],
    date: ['earliest first', 'latest first'],
    amount: ['lowest first', 'highest first'],
    status: ['waiting first', 'rejected first'],
  }

export function getSortChoices({
  keys,
  newest,
}: Pick<Sorting, 'keys' | 'newest'>): { value: Sort; label: string }[] {
  return [
    { value: '', label: 'Newest first' },
    ...keys.flatMap(({ key, label, kind }) => {
      if (key === 'created_at') return [{ value: key, label: 'Oldest first' }]
      // This column gets no options, because 'Newest first' and 'Oldest first' already sort by it.
      if (key === newest) return []
      return DIRECTION_LABELS[kind].map((directionLabel, index) => ({
        value: index === 0 ? key : `-${key}`,
        label: `${label}, ${directionLabel}`,
      }))
    }),
  ]
}

export function SortSelect(props: { sorting: Sorting; children?: ReactNode }) {
  const {
    sorting: { keys, newest, sort, onSort },
    children,
  } = props
  return (
    <div className="sortline row">
      {children}
      <NativeSelect
        aria-label="Order of the list"
        value={sort ?? ''}
        options={getSortChoices({ keys, newest })}
        onChange={({ target: { value } }) => onSort(value || undefined)}
      />
    </div>
  )
}
