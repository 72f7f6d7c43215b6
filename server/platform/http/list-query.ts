import { LIMITS } from '@tahanan/contract/limits.ts'
import { NEWEST_FIRST, sortsOf } from '@tahanan/contract/sorting.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { invalidInput } from '../errors.ts'

/** The query of every list: `?page=1&limit=10&searchTerm=&status=` (rules 13.1). Out of range answers 400. */
export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: LIMITS.page, default: 1 }),
  limit: Type.Integer({
    minimum: 0,
    maximum: LIMITS.allRows,
    default: LIMITS.pageSize,
    description: `0 is all, up to ${LIMITS.allRows} rows.`,
  }),
  searchTerm: Type.String({ maxLength: LIMITS.searchTerm, default: '', description: 'Matched literally.' }),
  status: Type.String({ pattern: '^[1-6]?$', default: '', description: 'Empty shows all.' }),
})
export type ListQuery = Static<typeof ListQuery>

/** The order of a list that can be sorted by these keys. Anything else answers 400. */
export function sortField(keys: readonly string[]) {
  return Type.Unsafe<Sort>({
    type: 'string',
    enum: ['', ...sortsOf(keys)],
    default: '',
    description: `A key, ascending, or with a minus before it descending; empty is the newest first. Every order but that ends after ${LIMITS.sortedRows.toLocaleString('en')} rows.`,
  })
}

/** The choice of rows of a CSV file (rules 13.12): ids, or with `all` every row of the filter. */
export const CsvQuery = Type.Object({
  selectedIds: Type.Optional(Type.String({ maxLength: 200_000, pattern: '^(\\d{1,15}(,\\d{1,15})*)?$' })),
  all: Type.Optional(Type.Literal('1', { description: 'Every row of the filter, however many.' })),
  searchTerm: ListQuery.properties.searchTerm,
})

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
  readonly status: number | null
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
    status: query.status ? Number(query.status) : null,
    sort,
    from: offset + 1,
  }
}

const ENDS = `In this order a list ends after ${LIMITS.sortedRows.toLocaleString('en')} rows. The newest first shows all.`

/** The answer of a list; `from` is 0 where there is nothing to count. */
export function listAnswer<Row>(
  page: Page,
  data: Row[],
  total: number,
): { data: Row[]; total: number; from: number } {
  return { data, total, from: data.length === 0 ? 0 : page.from }
}
