import type { ListOf } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { ListQuery } from '@tahanan/contract/requests.ts'
import { NEWEST_FIRST, type Sort } from '@tahanan/contract/sorting.ts'
import { isStatus, type Status } from '@tahanan/contract/statuses.ts'
import type { RowFilter } from '../db/lists/row-filter.ts'
import { createInvalidInputError } from '../errors.ts'

export function parseSelectedIds(text = ''): number[] {
  return text.split(',').filter(Boolean).slice(0, LIMITS.allRows).map(Number)
}

export interface Page {
  readonly limit: number
  readonly offset: number
  readonly searchTerm: string
  readonly status: Status | null
  /** Null sorts the newest records first. */
  readonly sort: Sort | null
  /** Filters in addition to the tab and the search (rules 13.29). */
  readonly by?: RowFilter | null
  /** Number of the page's first row in the whole list, counted from 1. */
  readonly from: number
}

/**
 * Parses the query of a list. `limit=0` requests all rows on one page, at most 10,000. Sort values in
 * `newest` are replaced by null, which means newest first. Throws 400 if a sorted list is requested beyond
 * `LIMITS.sortedRows`.
 */
export function toPage(
  query: Pick<ListQuery, 'page' | 'limit'> & Partial<ListQuery> & { sort?: Sort },
  newestFirstSorts: readonly Sort[] = [NEWEST_FIRST],
): Page {
  const isUnlimited = query.limit === 0
  const limit = isUnlimited ? LIMITS.allRows : query.limit
  const offset = isUnlimited ? 0 : (query.page - 1) * limit
  const sort = toOrder(query.sort, newestFirstSorts)
  if (sort !== null && offset + limit > LIMITS.sortedRows)
    throw createInvalidInputError({ page: [END_OF_LIST] })
  return {
    limit,
    offset,
    searchTerm: query.searchTerm?.trim() ?? '',
    status: parseListStatus(query.status),
    sort,
    from: offset + 1,
  }
}

export function toOrder(
  sort: Sort | undefined,
  newestFirstSorts: readonly Sort[] = [NEWEST_FIRST],
): Sort | null {
  return !sort || newestFirstSorts.includes(sort) ? null : sort
}

const MAX_ROWS = LIMITS.sortedRows.toLocaleString('en')
const END_OF_LIST = `In this order a list ends after ${MAX_ROWS} rows. The newest first shows all.`

export function parseListStatus(text = ''): Status | null {
  const status = Number(text)
  return isStatus(status) ? status : null
}

export async function createPageAnswer<Row>(
  query: Parameters<typeof toPage>[0],
  listPage: (page: Page) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<ListOf<Row>> {
  const page = toPage(query)
  return listAnswer(page, await listPage(page), (row) => row)
}

export function listAnswer<Row, Shown>(
  page: Page,
  { rows, total }: { rows: readonly Row[]; total: number },
  presentRow: (row: Row) => Shown,
): ListOf<Shown> {
  return { data: rows.map((row) => presentRow(row)), total, from: rows.length === 0 ? 0 : page.from }
}
