import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { ListFilter } from '../../lib/api/records.ts'
import { Button } from '../controls/button.tsx'
import { CardSkeletons, TableSkeleton } from '../lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { useIsPhone } from '../use-media.ts'

interface ListStatesProps<Row> {
  query: UseQueryResult<{ data: Row[] }>
  /** Rows of the answer that are shown; all of them by default. */
  rows?: readonly Row[]
  /** 'amenities' */
  things: string
  filter: Pick<ListFilter, 'searchTerm' | 'status'>
  /** The list has tabs, of which none may be open. */
  tabs?: boolean
  /** The table on its way, on a desk. */
  skeleton: ComponentProps<typeof TableSkeleton>
  /** Under 'No amenities yet'. */
  purpose: ReactNode
  /** The next step where there is nothing yet. */
  add?: ReactNode
  onClearSearch?: () => void
  /** Draws the rows, of which there is at least one. */
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list page, or its waiting, failed or empty state. */
export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { query, things, filter, tabs = filter.status !== undefined, onClearSearch } = props
  const { data: list, error, refetch, isFetching } = query
  const phone = useIsPhone()
  if (!list && error) {
    return (
      <ErrorState
        error={error}
        title={`We could not load the ${things}`}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!list) return phone ? <CardSkeletons /> : <TableSkeleton {...props.skeleton} />
  const rows = props.rows ?? list.data
  if (rows.length > 0) return props.children(rows)
  if (filter.searchTerm === '' && filter.status === undefined) {
    return (
      <EmptyState title={`No ${things} yet`} action={props.add}>
        {props.purpose}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={`No ${things} here`}
      action={
        filter.searchTerm !== '' && onClearSearch && <Button onClick={onClearSearch}>Clear search</Button>
      }
    >
      {tabs ? 'Try another tab or another search.' : 'Try another search.'}
    </EmptyState>
  )
}
