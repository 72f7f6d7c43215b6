import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useListScrollPosition } from '#lib/address/use-scroll-position.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { DataCards } from '#ui/lists/data-cards.tsx'
import {
  type Identified,
  listColumnLabels,
  type DataRowsProps,
  DataTable,
  stackColumns,
} from '#ui/lists/data-table.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SortSelect } from '#ui/lists/sort.tsx'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { useIsCrowdedDesktop, useIsPhone } from '../use-media-query.ts'
import { ListStates, type ListTexts } from './list-states.tsx'
import { SelectionSummary } from './selection-bars.tsx'
import type { ListSelection } from './selection.ts'
import { useTurnToLastPage } from './use-turn-to-last-page.ts'

export interface DataListProps<Row extends Identified>
  extends Omit<DataRowsProps<Row>, 'rows' | 'selection'>, ListTexts {
  query: UseQueryResult<Pick<ListOf<Row>, 'data' | 'total'> & { counts?: Record<string, number> }>
  rows?: readonly Row[]
  selection?: ListSelection
  selectionActions?: ReactNode
  /** Stacks some columns in one cell. Default: only on a desktop where the table has little space. */
  stack?: boolean
  filter?: ListPageFilter
  id?: string
  onPage?: (page: number, shouldReplace?: boolean) => void
  onResize?: (limit: number) => void
}

const ALL_ROWS_FILTER: ListPageFilter = { page: 1, limit: 0, searchTerm: '' }

export function DataList<Row extends Identified>(props: DataListProps<Row>) {
  const { id, query, filter = ALL_ROWS_FILTER, onPage, selection, caption, sorting } = props
  const { data: list, isPlaceholderData } = query
  const phone = useIsPhone()
  const isCrowded = useIsCrowdedDesktop()
  const columns = stackColumns(props.columns, props.stack ?? isCrowded)
  const visibleRows = props.rows ?? list?.data ?? []
  const total = list?.total ?? 0
  const shownSelection = !phone && selection && selection.count > 0 ? selection : undefined
  useTurnToLastPage(filter, query, onPage)
  return (
    <section
      id={id}
      role={id === undefined ? undefined : 'tabpanel'}
      aria-label={id === undefined ? undefined : caption}
      className={!phone && visibleRows.length > 0 ? 'panel records' : 'records'}
      aria-busy={isPlaceholderData}
    >
      <ListStates
        {...props}
        filter={filter}
        tabs={id !== undefined}
        skeleton={{
          columns: listColumnLabels(columns),
          checks: selection !== undefined,
          actions: props.actions !== undefined,
          pager: onPage !== undefined,
          count: filter.limit || undefined,
        }}
      >
        {(rows) =>
          phone ? (
            <>
              {sorting && <SortSelect sorting={sorting} />}
              <DataCards {...props} rows={rows} />
            </>
          ) : (
            <ScrollRestoringList rows={JSON.stringify(filter)}>
              <DataTable {...props} columns={columns} rows={rows} />
            </ScrollRestoringList>
          )
        }
      </ListStates>
      {onPage && list && (total > 0 || shownSelection) && (
        <Pager
          page={filter.page}
          limit={filter.limit}
          total={total}
          of={caption}
          isSorted={filter.sort !== undefined}
          shortcut={props.focus && 'n'}
          onPage={onPage}
          onResize={props.onResize}
        >
          {shownSelection && (
            <SelectionSummary selection={shownSelection} total={total}>
              {props.selectionActions}
            </SelectionSummary>
          )}
        </Pager>
      )}
    </section>
  )
}

function ScrollRestoringList({ rows, children }: { rows: string; children: ReactNode }) {
  return (
    <div className="scroll" {...useListScrollPosition<HTMLDivElement>(rows)}>
      {children}
    </div>
  )
}
