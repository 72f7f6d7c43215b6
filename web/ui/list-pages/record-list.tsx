import type { ListOf } from '@tahanan/contract/answers.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListStates } from './list-states.tsx'
import { SelectionStrip } from './selection-bars.tsx'
import type { ListSelection } from './selection.ts'
import { useTurnToLastPage } from './use-turn-to-last-page.ts'
import { Pager } from '../lists/pager.tsx'
import { SortLine } from '../lists/sort.tsx'
import { useIsCrowdedDesk, useIsPhone } from '../use-media.ts'
import type { ListFilter } from '../../lib/api/records.ts'
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
  query: UseQueryResult<ListOf<Row>>
  /** Shown rows of the answer; all by default. */
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
  const { data: list, isPlaceholderData } = query
  const phone = useIsPhone()
  const crowded = useIsCrowdedDesk()
  const shown = props.rows ?? list?.data ?? []
  const total = list?.total ?? 0
  useTurnToLastPage(filter, query, onPage)
  return (
    <section
      id={props.id}
      role={props.id === undefined ? undefined : 'tabpanel'}
      aria-label={props.id === undefined ? undefined : props.caption}
      className={!phone && shown.length > 0 ? 'panel records' : 'records'}
      aria-busy={isPlaceholderData}
    >
      <ListStates
        query={query}
        rows={props.rows}
        things={things}
        filter={filter}
        skeleton={{
          columns: stackedRecordLabels(columns, crowded),
          checks: selection !== undefined,
          actions: props.actions !== undefined,
          pager: onPage !== undefined,
        }}
        purpose={purpose}
        onClearSearch={props.onClearSearch}
      >
        {(rows) =>
          phone ? (
            <>
              {props.sorting && <SortLine sorting={props.sorting} />}
              <RecordCards {...props} rows={rows} />
            </>
          ) : (
            <div className="scroll">
              <RecordTable {...props} rows={rows} />
            </div>
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
