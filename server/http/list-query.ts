import { LIMITS } from '@tahanan/contract/limits.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'

/** The query of every list: `?page=1&limit=10&searchTerm=&status=` (decisions §2). Out of range answers 400. */
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

export interface Page {
  /** Rows to fetch at most. */
  readonly limit: number
  readonly offset: number
  /** Trimmed; empty where nothing is searched for. */
  readonly searchTerm: string
  /** Null where all are wanted. */
  readonly status: number | null
  /** Number of the first row in the whole list, counted from 1. */
  readonly from: number
}

/** What a list's query means. `limit=0` is one page with everything, at most 10,000 rows. */
export function toPage(query: Pick<ListQuery, 'page' | 'limit'> & Partial<ListQuery>): Page {
  const all = query.limit === 0
  const offset = all ? 0 : (query.page - 1) * query.limit
  return {
    limit: all ? LIMITS.allRows : query.limit,
    offset,
    searchTerm: query.searchTerm?.trim() ?? '',
    status: query.status ? Number(query.status) : null,
    from: offset + 1,
  }
}

/** The answer of a list; `from` is 0 where there is nothing to count. */
export function listAnswer<Row>(
  page: Page,
  data: Row[],
  total: number,
): { data: Row[]; total: number; from: number } {
  return { data, total, from: data.length === 0 ? 0 : page.from }
}
