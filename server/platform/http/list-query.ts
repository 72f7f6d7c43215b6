import type { ListOf } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { ListQuery } from '@tahanan/contract/requests.ts'
import { NEWEST_FIRST, type Sort } from '@tahanan/contract/sorting.ts'
import { isStatus, type Status } from '@tahanan/contract/statuses.ts'
import { invalidInput } from '../errors.ts'

/** The ids of `selectedIds`. */
export function selectedIds(text = ''): number[] {
  return text.split(',').filter(Boolean).slice(0, LIMITS.allRows).map(Number)
}

export interface Page {
  /** Rows to fetch at most. */
  readonly limit: number
  readonly offset: number
  /** Trimmed; empty where nothing is searched for. */
  readonly searchTerm: string
  /** Null where all are wanted. */
  readonly status: Status | null
  /** Null is the newest first. */
  readonly sort: Sort | null
  /** Number of the first row in the whole list, counted from 1. */
  readonly from: number
}

/**
 * Turns a list's query into a page. `limit=0` is one page with everything, at most 10,000 rows. `newest` are the list's own
 * names for the newest first. Throws 400 for a page that its order does not reach.
 */
export function toPage(
  query: Pick<ListQuery, 'page' | 'limit'> & Partial<ListQuery> & { sort?: Sort },
  newest: readonly Sort[] = [NEWEST_FIRST],
): Page {
  const all = query.limit === 0
  const limit = all ? LIMITS.allRows : query.limit
  const offset = all ? 0 : (query.page - 1) * limit
  const sort = !query.sort || newest.includes(query.sort) ? null : query.sort
  if (sort !== null && offset + limit > LIMITS.sortedRows) throw invalidInput({ page: [ENDS] })
  return {
    limit,
    offset,
    searchTerm: query.searchTerm?.trim() ?? '',
    status: statusOf(query.status),
    sort,
    from: offset + 1,
  }
}

const ENDS = `In this order a list ends after ${LIMITS.sortedRows.toLocaleString('en')} rows. The newest first shows all.`

/** The status that a list's query names. */
export function statusOf(text = ''): Status | null {
  const status = Number(text)
  return isStatus(status) ? status : null
}

/** Reads the page that a query asks for; answers its rows as they are. */
export async function answerPage<Row>(
  query: Parameters<typeof toPage>[0],
  read: (page: Page) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<ListOf<Row>> {
  const page = toPage(query)
  return listAnswer(page, await read(page), (row) => row)
}

/** Returns the answer of a list, each row as `present` shows it; `from` is 0 where there is nothing to count. */
export function listAnswer<Row, Shown>(
  page: Page,
  { rows, total }: { rows: readonly Row[]; total: number },
  present: (row: Row) => Shown,
): ListOf<Shown> {
  return { data: rows.map((row) => present(row)), total, from: rows.length === 0 ? 0 : page.from }
}
