import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { SelectionStrip } from './selection-bars.tsx'
import type { ListSelection } from './selection.ts'
import { Button } from '../controls/button.tsx'
import { Pager } from '../lists/pager.tsx'
import { CardSkeletons, TableSkeleton } from '../lists/skeletons.tsx'
import { SortLine } from '../lists/sort.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { useIsCrowdedDesk, useIsPhone } from '../use-media.ts'
import type { ListFilter, RecordPageOf } from '../../lib/api/records.ts'
import {
  RecordCards,
  type RecordRowsProps,
  RecordTable,
  stackedRecordLabels,
} from '../lists/record-table.tsx'

interface RecordListProps<Row extends { id: number }> extends Omit<
  RecordRowsProps<Row>,
  'rows' | 'selection'
> {
  /** All actions of a row in a menu, where there is no room for them. */
  menu?: boolean
  /** Rows that can be chosen over all pages. */
  selection?: ListSelection
  query: UseQueryResult<RecordPageOf<Row>>
  /** Those of the answer that are shown; all of them by default. */
  rows?: readonly Row[]
  /** 'amenities' */
  things: string
  filter: ListFilter
  /** Id, for the tabs above. */
  id?: string
  /** Without it the list has no pages. */
  onPage?: (page: number, inPlace?: boolean) => void
  onClearSearch?: () => void
  /** Under 'No amenities yet'. */
  purpose: ReactNode
}

/** A list of records with its waiting, empty and failed states: a table on a desk, cards on a phone. */
export function RecordList<Row extends { id: number }>(props: RecordListProps<Row>) {
  const { query, things, filter, purpose, onPage, columns, selection, caption } = props
  const { data: list, error, refetch, isFetching, isPlaceholderData } = query
  const phone = useIsPhone()
  const crowded = useIsCrowdedDesk()
  const rows = props.rows ?? list?.data ?? []
  const total = list?.total ?? 0
  const pages =
    list && !isPlaceholderData ? Math.max(1, Math.ceil(total / (filter.limit || total || 1))) : filter.page
  const turn = useEffectEvent(() => onPage?.(pages, true))
  // rows were deleted, and with them the last page
  useEffect(() => {
    if (filter.page > pages) turn()
  }, [filter.page, pages])

  const body = (): ReactNode => {
    if (!list && error) {
      return (
        <ErrorState
          error={error}
          title={`We could not load the ${things}`}
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {error instanceof ApiError && !error.unanswered ? error.message : undefined}
        </ErrorState>
      )
    }
    if (!list)
      return phone ? (
        <CardSkeletons />
      ) : (
        <TableSkeleton
          columns={stackedRecordLabels(columns, crowded)}
          checks={selection !== undefined}
          actions={props.actions !== undefined}
          pager={onPage !== undefined}
        />
      )
    if (rows.length === 0) {
      return filter.searchTerm === '' && filter.status === undefined ? (
        <EmptyState title={`No ${things} yet`}>{purpose}</EmptyState>
      ) : (
        <EmptyState
          title={`No ${things} here`}
          action={
            filter.searchTerm !== '' &&
            props.onClearSearch && <Button onClick={props.onClearSearch}>Clear search</Button>
          }
        >
          {filter.status === undefined ? 'Try another search.' : 'Try another tab or another search.'}
        </EmptyState>
      )
    }
    if (phone) {
      return (
        <>
          {props.sorting && <SortLine sorting={props.sorting} />}
          <RecordCards {...props} rows={rows} />
        </>
      )
    }
    return (
      <div className="scroll">
        <RecordTable {...props} rows={rows} />
      </div>
    )
  }
  return (
    <section
      id={props.id}
      role={props.id === undefined ? undefined : 'tabpanel'}
      aria-label={props.id === undefined ? undefined : props.caption}
      className={!phone && rows.length > 0 ? 'panel records' : 'records'}
      aria-busy={isPlaceholderData}
    >
      {body()}
      {onPage && total > 0 && (
        <Pager
          page={filter.page}
          limit={filter.limit}
          total={total}
          of={caption}
          sorted={filter.sort !== undefined}
          onPage={onPage}
        >
          {!phone && selection && selection.count > 0 && (
            <SelectionStrip selection={selection} total={total} />
          )}
        </Pager>
      )}
    </section>
  )
}
