import { sql, type SelectQueryBuilder } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { matchesTerm, type Searched } from './build-search-condition.ts'

/** Returns a page and the total of a small list. The query `all` must be sorted. */
export async function findPageWithTotal<D, T extends keyof D, Row>(
  db: DbOrTx,
  all: SelectQueryBuilder<D, T, Row>,
  { limit, offset, searchTerm = '' }: { limit: number; offset: number; searchTerm?: string },
  searched?: Searched,
): Promise<{ rows: Row[]; total: number }> {
  const rows = searched && searchTerm !== '' ? all.where(matchesTerm(searched, searchTerm)) : all
  const count = sql<{ total: number }>`select count(*) as total from ${rows.clearOrderBy()} as counted`
  const [found, counted] = await Promise.all([rows.limit(limit).offset(offset).execute(), count.execute(db)])
  return { rows: found, total: counted.rows[0]?.total ?? 0 }
}
