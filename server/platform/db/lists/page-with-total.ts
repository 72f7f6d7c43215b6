import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { matchesWords } from './search-condition.ts'

/** Reads a page of a small list and its total. `all` is the sorted list, `searched` the text to search. */
export async function pageWithTotal<D, T extends keyof D, Row>(
  db: DbOrTx,
  all: SelectQueryBuilder<D, T, Row>,
  { limit, offset, searchTerm = '' }: { limit: number; offset: number; searchTerm?: string },
  searched?: Expression<string>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = searched && searchTerm !== '' ? all.where(matchesWords(searched, searchTerm)) : all
  const count = sql<{ total: number }>`select count(*) as total from ${rows.clearOrderBy()} as counted`
  const [found, counted] = await Promise.all([rows.limit(limit).offset(offset).execute(), count.execute(db)])
  return { rows: found, total: counted.rows[0]?.total ?? 0 }
}
