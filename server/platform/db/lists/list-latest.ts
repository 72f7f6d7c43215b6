import { sql, type Expression } from 'kysely'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { DbOrTx } from '../client.ts'

/**
 * Returns a page of a list that is limited to its latest 10,000 rows. `latestQuery` selects the ids and times of
 * all matching rows, latest first; `find` returns the rows of the page by id, in the same order. The query is
 * not prepared, because common and rare values need different plans.
 */
export async function listLatest<Row>(
  db: DbOrTx,
  latestQuery: Expression<{ id: number; at: Date }>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  find: (ids: readonly number[]) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    with found as materialized ((${latestQuery}) limit ${sql.lit(LIMITS.searchTotal)})
    select count(*) as total,
      (array_agg(id order by at desc, id desc))[${offset + 1}::int:${offset + limit}::int] as ids from found`.execute(
    db,
  )
  const { ids, total = 0 } = rows[0] ?? {}
  return { rows: ids && ids.length > 0 ? await find(ids) : [], total }
}
