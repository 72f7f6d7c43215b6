import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'

export type Direction = 'ascending' | 'descending'

/** By which column the rows of the open page are sorted; undefined is the server's order, newest first. */
export type Sort = { key: string; direction: Direction } | undefined

/** The next state of a heading: up, down, then newest first again. */
export function nextSort(sort: Sort, key: string): Sort {
  if (sort?.key !== key) return { key, direction: 'ascending' }
  return sort.direction === 'ascending' ? { key, direction: 'descending' } : undefined
}

/** Rows in order of what `keyOf` says of them. Empty values stand last, whichever the direction. */
export function sortedBy<Row>(
  rows: readonly Row[],
  direction: Direction,
  keyOf: (row: Row) => string | number,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted(({ key: one }, { key: other }) => {
      if (one === other) return 0
      if (one === '' || other === '') return one === '' ? 1 : -1
      const order =
        typeof one === 'number' && typeof other === 'number'
          ? one - other
          : String(one).localeCompare(String(other), 'en', { numeric: true })
      return order * sign
    })
    .map(({ row }) => row)
}

export function useSort(): { sort: Sort; press: (key: string) => void } {
  const [sort, setSort] = useState<Sort>()
  return { sort, press: (key) => setSort((current) => nextSort(current, key)) }
}

interface SortHeadingProps {
  label: string
  /** How this column sorts the rows now, if it does. */
  active: Direction | undefined
  /** Of the cell. */
  className?: string
  /** Headings of the columns that stand beneath it. */
  beneath?: readonly string[]
  onPress: () => void
}

/** A heading that sorts by its column. */
export function SortHeading({ label, active, className = '', beneath = [], onPress }: SortHeadingProps) {
  const Icon = active === undefined ? ChevronsUpDown : active === 'ascending' ? ChevronUp : ChevronDown
  return (
    <th scope="col" aria-sort={active} className={className}>
      <button type="button" onClick={onPress}>
        {label}
        <Icon className="i" aria-hidden />
      </button>
      {beneath.map((other) => (
        <small key={other}>{other}</small>
      ))}
    </th>
  )
}
