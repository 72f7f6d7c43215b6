import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../client.ts'

/** Table of totals. Each row is a change (delta) of a total; the total is the sum of its deltas. */
export interface TallyTable {
  readonly table: string
  readonly by: Readonly<Record<string, RawBuilder<unknown>>>
}

/**
 * Number of deltas up to which a total is not compacted, because summing them is as fast as reading one row.
 */
const MAX_DELTAS = 20

/**
 * Replaces the deltas of a total by one row, if the total has more than `maxDeltas`. This is a single query,
 * so other queries never see a wrong total. Two simultaneous calls delete different rows.
 */
export async function compactTallies(
  db: Db,
  { table, by }: TallyTable,
  maxDeltas = MAX_DELTAS,
): Promise<void> {
  const tallyTable = sql.table(table)
  const groupColumns = sql.join(Object.keys(by).map((name) => sql.ref(name)))
  const sums = sql.join(Object.values(by))
  const groupByClause = sql`group by ${sql.join(Object.keys(by).map((_, index) => sql.lit(index + 1)))}`
  await sql`with gone as (
      delete from ${tallyTable} where (${sums}) in (select ${sums} from ${tallyTable} ${groupByClause} having count(*) > ${maxDeltas})
      returning ${groupColumns}, delta
    )
    insert into ${tallyTable} (${groupColumns}, delta)
    select ${sums}, sum(delta) from gone ${groupByClause} having sum(delta) <> 0`.execute(db)
}
