import { sql, type SelectQueryBuilder } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { buildTermCondition, type SearchedText } from './build-search-condition.ts'

/**
 * Returns a page of the query `allRowsQuery`, which must be sorted, and the total. Meant for small lists, because it
 * counts all rows.
 */
export async function findPageWithTotal<D, T extends keyof D, Row>(
  db: DbOrTx,
  allRowsQuery: SelectQueryBuilder<D, T, Row>,
  { limit, offset, searchTerm = '' }: { limit: number; offset: number; searchTerm?: string },
  searchedText?: SearchedText,
): Promise<{ rows: Row[]; total: number }> {
  const rowsQuery =
    searchedText && searchTerm !== ''
      ? allRowsQuery.where(buildTermCondition(searchedText, searchTerm))
      : allRowsQuery
  const count = sql<{ total: number }>`select count(*) as total from ${rowsQuery.clearOrderBy()} as counted`
  const [foundRows, countResult] = await Promise.all([
    rowsQuery.limit(limit).offset(offset).execute(),
    count.execute(db),
  ])
  return { rows: foundRows, total: countResult.rows[0]?.total ?? 0 }
}
