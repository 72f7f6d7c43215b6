import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../client.ts'

/** A table of differences, which readers sum up. */
export interface Tallies {
  readonly table: string
  /** Columns beside `delta`, each with the expression that it is summed up by. */
  readonly by: Readonly<Record<string, RawBuilder<unknown>>>
}

/** Differences of one sum that are added up as fast as a single row. */
const FEW = 20

/**
 * Compacts the differences of each sum that has many into one row. Readers see the same sums before and after, since it is one
 * query; of two at once each takes the rows that it deletes.
 */
export async function compact(db: Db, { table, by }: Tallies, few = FEW): Promise<void> {
  const from = sql.table(table)
  const columns = sql.join(Object.keys(by).map((name) => sql.ref(name)))
  const sums = sql.join(Object.values(by))
  const grouped = sql`group by ${sql.join(Object.keys(by).map((_, place) => sql.lit(place + 1)))}`
  await sql`with gone as (
      delete from ${from} where (${sums}) in (select ${sums} from ${from} ${grouped} having count(*) > ${few})
      returning ${columns}, delta
    )
    insert into ${from} (${columns}, delta)
    select ${sums}, sum(delta) from gone ${grouped} having sum(delta) <> 0`.execute(db)
}
