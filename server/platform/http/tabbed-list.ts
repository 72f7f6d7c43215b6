import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Actor } from '../actor.ts'
import type { DbOrTx } from '../db/client.ts'
import { markWideUnit, type RowFilter } from '../db/lists/row-filter.ts'
import { toSearchPatterns, type SearchPatterns } from '../db/lists/search-patterns.ts'
import type { Page } from './list-query.ts'

export interface TabbedList<Row, Filter> {
  read(
    db: DbOrTx,
    filter: Filter & { by?: RowFilter | null },
    page: Page,
    count?: 'total' | 'tally',
  ): Promise<{ rows: Row[]; total: number | null; tally: ReadonlyMap<number, number> | undefined }>
  countStatuses(db: DbOrTx, filter: Filter & { by?: RowFilter | null }): Promise<ReadonlyMap<number, number>>
}

interface TabbedPage<Filter> {
  readonly filter?: Partial<Filter>
  readonly tab?: Partial<Filter>
  readonly tabs: (tally: ReadonlyMap<number, number>, maxCount?: number) => Record<string, number>
  readonly hasTabs?: boolean
}

/**
 * Returns a page of a list. Administrators get all records and the counts of the tabs; a resident gets only
 * their own records. Totals are exact; with a search or filter, totals and counts are at most
 * `LIMITS.searchTotal`. `from` is the number of the first row, counted from 1; 0 if there are no rows.
 */
export async function listTabbedPage<Row, Filter extends SearchPatterns & { readonly tenantId?: number }>(
  list: TabbedList<Row, Filter>,
  db: DbOrTx,
  actor: Actor,
  page: Page,
  { filter, tab, tabs, hasTabs = true }: TabbedPage<Filter>,
) {
  const rowFilter = page.by && (await markWideUnit(db, page.by))
  const isResident = actor.area === 'client'
  const callerFilter = { tenantId: isResident ? actor.id : undefined, ...toSearchPatterns(page.searchTerm) }
  const fullFilter = { ...filter, ...callerFilter } as Filter
  const isPart = Boolean(rowFilter) || page.searchTerm !== ''
  const isTallied =
    !isPart || (page.searchTerm === '' && rowFilter?.statuses && Object.keys(rowFilter).length === 1)
  const isCounted = isResident || (!isTallied && !hasTabs)
  const [{ rows, total, tally }, queriedCounts] = await Promise.all([
    list.read(
      db,
      { ...fullFilter, ...tab, by: rowFilter },
      page,
      isCounted ? 'total' : isTallied ? 'tally' : undefined,
    ),
    isCounted || isTallied ? undefined : list.countStatuses(db, { ...fullFilter, by: rowFilter }),
  ])
  const statusCounts = tally ?? queriedCounts
  const shownCounts =
    statusCounts && [...statusCounts].filter(([status]) => rowFilter?.statuses?.includes(status) ?? true)
  const counts = shownCounts && tabs(new Map(shownCounts), isPart ? LIMITS.searchTotal : undefined)
  return {
    rows,
    total: counts?.[page.status ?? 'all'] ?? total ?? 0,
    from: rows.length > 0 ? page.from : 0,
    ...(counts && { counts }),
  }
}
