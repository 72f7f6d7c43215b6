import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { isFiltered } from '#lib/address/list-filters.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { Button } from '#ui/controls/button.tsx'
import { CardSkeletons, TableSkeleton } from '#ui/lists/skeletons.tsx'
import type { ListFilters } from '@tahanan/contract/lists/filters.ts'
import { QueryState } from '../query-state.tsx'
import { EmptyState } from '../states.tsx'
import { useIsPhone } from '../use-media-query.ts'

export interface ListTexts {
  pluralNoun: string
  /**
   * Title of the empty list. Needed where 'No amenities yet' would be wrong, for example for the days of a
   * report.
   */
  emptyTitle?: string
  purpose: ReactNode
  emptyAction?: ReactNode
  onClearSearch?: () => void
  onClearFilters?: (() => void) | undefined
}

interface ListStatesProps<Row> extends ListTexts {
  query: UseQueryResult<{ data: Row[] }>
  rows?: readonly Row[]
  filter: Pick<ListPageFilter, 'searchTerm' | 'status'> & ListFilters
  tabs?: boolean
  skeleton: ComponentProps<typeof TableSkeleton>
  children: (rows: readonly Row[]) => ReactNode
}

export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { query, pluralNoun, filter, tabs, onClearSearch, onClearFilters } = props
  const { data: list } = query
  const phone = useIsPhone()
  if (!list)
    return (
      <QueryState query={query} title={`We could not load the ${pluralNoun}`}>
        {phone ? <CardSkeletons count={props.skeleton.count} /> : <TableSkeleton {...props.skeleton} />}
      </QueryState>
    )
  const shownRows = props.rows ?? list.data
  if (shownRows.length > 0) return props.children(shownRows)
  const hasFilters = isFiltered(filter)
  if (filter.searchTerm === '' && filter.status === undefined && !hasFilters) {
    return (
      <EmptyState title={props.emptyTitle ?? `No ${pluralNoun} yet`} action={props.emptyAction}>
        {props.purpose}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={`No ${pluralNoun} here`}
      action={
        hasFilters ? (
          <Button onClick={onClearFilters}>Clear filters</Button>
        ) : (
          filter.searchTerm !== '' && onClearSearch && <Button onClick={onClearSearch}>Clear search</Button>
        )
      }
    >
      {hasFilters
        ? 'Nothing fits the filters. Remove one above, or clear them.'
        : tabs
          ? 'Try another tab or another search.'
          : 'Try another search.'}
    </EmptyState>
  )
}
