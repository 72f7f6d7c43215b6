import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { executePrepared } from '../statement.ts'

/** A page of a small list, and how many rows the whole list has. `rows` is the whole list in its order. */
export async function pageWithTotal<D, T extends keyof D, Row>(
  db: DbOrTx,
  rows: SelectQueryBuilder<D, T, Row>,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: Row[]; total: number }> {
  const count = sql<{ total: number }>`select count(*) as total from ${rows.clearOrderBy()} as counted`
  const [found, [counted]] = await Promise.all([
    executePrepared(db, rows.limit(page.limit).offset(page.offset)),
    executePrepared(db, count),
  ])
  return { rows: found, total: counted?.total ?? 0 }
}
