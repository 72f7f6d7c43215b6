import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useListPlace } from '#lib/address/use-place.ts'
import type { ListFilter } from '#lib/api/records.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { RecordCards } from '#ui/lists/record-cards.tsx'
import {
  type Identified,
  listLabels,
  type RecordRowsProps,
  RecordTable,
  stackColumns,
} from '#ui/lists/record-table.tsx'
import { SortLine } from '#ui/lists/sort.tsx'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { useIsCrowdedDesk, useIsPhone } from '../use-media.ts'
import { ListStates, type ListWords } from './list-states.tsx'
import { SelectionStrip } from './selection-bars.tsx'
import type { ListSelection } from './selection.ts'
import { useTurnToLastPage } from './use-turn-to-last-page.ts'

export interface RecordListProps<Row extends Identified>
  extends Omit<RecordRowsProps<Row>, 'rows' | 'selection'>, ListWords {
  /** Query of the rows. `counts` has the number of rows by status, which the tabs show. */
  query: UseQueryResult<Pick<ListOf<Row>, 'data' | 'total'> & { counts?: Record<string, number> }>
  rows?: readonly Row[]
  selection?: ListSelection
  selectionActions?: ReactNode
  /** Whether some columns are stacked in one cell. By default on a desktop that is narrow for the table. */
  stack?: boolean
  filter?: ListFilter
  id?: string
  onPage?: (page: number, inPlace?: boolean) => void
  onResize?: (limit: number) => void
}

const ALL_ROWS: ListFilter = { page: 1, limit: 0, searchTerm: '' }

export function RecordList<Row extends Identified>(props: RecordListProps<Row>) {
  const { id, query, filter = ALL_ROWS, onPage, selection, caption, sorting } = props
  const { data: list, isPlaceholderData } = query
  const phone = useIsPhone()
  const crowded = useIsCrowdedDesk()
  const columns = stackColumns(props.columns, props.stack ?? crowded)
  const shown = props.rows ?? list?.data ?? []
  const total = list?.total ?? 0
  useTurnToLastPage(filter, query, onPage)
  return (
    <section
      id={id}
      role={id === undefined ? undefined : 'tabpanel'}
      aria-label={id === undefined ? undefined : caption}
      className={!phone && shown.length > 0 ? 'panel records' : 'records'}
      aria-busy={isPlaceholderData}
    >
      <ListStates
        {...props}
        filter={filter}
        tabs={id !== undefined}
        skeleton={{
          columns: listLabels(columns),
          checks: selection !== undefined,
          actions: props.actions !== undefined,
          pager: onPage !== undefined,
          count: filter.limit || undefined,
        }}
      >
        {(rows) =>
          phone ? (
            <>
              {sorting && <SortLine sorting={sorting} />}
              <RecordCards {...props} rows={rows} />
            </>
          ) : (
            <ListScroll rows={JSON.stringify(filter)}>
              <RecordTable {...props} columns={columns} rows={rows} />
            </ListScroll>
          )
        }
      </ListStates>
      {onPage && total > 0 && (
        <Pager
          page={filter.page}
          limit={filter.limit}
          total={total}
          of={caption}
          sorted={filter.sort !== undefined}
          letter={props.focus && 'n'}
          onPage={onPage}
          onResize={props.onResize}
        >
          {!phone && selection && selection.count > 0 && (
            <SelectionStrip selection={selection} total={total}>
              {props.selectionActions}
            </SelectionStrip>
          )}
        </Pager>
      )}
    </section>
  )
}

function ListScroll({ rows, children }: { rows: string; children: ReactNode }) {
  return (
    <div className="scroll" {...useListPlace<HTMLDivElement>(rows)}>
      {children}
    </div>
  )
}
