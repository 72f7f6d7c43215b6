/**
 * Finds a page far back in a list: the number of each list's tickets in each block of ids is known (migration 0006), so
 * the block where the page begins is found by adding up, and only in that block rows are skipped.
 */

import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { Place } from '#platform/db/lists/declare-list.ts'
import type { Given } from '#platform/db/lists/statement-per-shape.ts'

/** A block is 2^11 ids in a row. The migration's trigger counts in the same blocks. */
const BLOCK_BITS = 11
/** In `ticket_blocks`: a list of every module, and of every status but the deleted. */
const ANY = { module: '', status: 0 } as const

/** Each list that a row belongs to: its module's or all, its status' or all. */
const OF_EVERY_LIST = `grouping sets ((module, status, block), (module, block), (status, block), (block))`

/** Adds the differences up into a row for each list and block. Also for who fills a database. */
export const COMPACT_BLOCKS = `
  with gone as (delete from ticket_block_changes returning module, status, block, delta)
  insert into ticket_blocks as known (module, status, block, n)
  select coalesce(module, '${ANY.module}'), coalesce(status, ${ANY.status}), block, sum(delta)
  from gone group by ${OF_EVERY_LIST} having sum(delta) <> 0
  on conflict (module, status, block) do update set n = known.n + excluded.n`

/** Counts all blocks anew, for who changed tickets behind the triggers' back; nobody may write meanwhile. */
export const RECOUNT_BLOCKS = [
  'delete from ticket_block_changes',
  'delete from ticket_blocks',
  `insert into ticket_blocks select coalesce(module, '${ANY.module}'), coalesce(status, ${ANY.status}), block, count(*)
    from (select module, status, id >> ${BLOCK_BITS} as block from tickets where status <> 0) as shown group by ${OF_EVERY_LIST}`,
] as const

/** Differences below this are summed up faster than they are compacted. */
const FEW_CHANGES = 300

/** Adds up where there are many. Readers see the same sums before and after. */
export async function compactBlocks(db: Db): Promise<void> {
  const { rows } = await sql`select from ticket_block_changes limit ${FEW_CHANGES} + 1`.execute(db)
  if (rows.length > FEW_CHANGES) await sql.raw(COMPACT_BLOCKS).execute(db)
}

/**
 * The ids of a page of a list, as a statement's `with` tables, the last of which is `page`. Everything is read in one statement,
 * so the place is right to the row whatever is written meanwhile. `where` are the list's conditions.
 */
export function pageFromBlocks(
  { module, status }: Given<{ module?: string; status?: number }>,
  where: Expression<unknown>,
  { limit, offset }: Place,
): RawBuilder<unknown> {
  const changed = [
    ...(module === undefined ? [] : [sql`module = ${module}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ]
  const skipped = sql`${offset}::bigint`
  const bits = sql.lit(BLOCK_BITS)
  // As integers, which are added up in half the time of bigints. A block holds one row of the page at least, so as many blocks are
  // enough as the page has rows.
  return sql`counts as (
      select block, sum(n)::integer as n from (
        select block, n::integer from ticket_blocks
        where module = ${module ?? sql.lit(ANY.module)} and status = ${status ?? sql.lit(ANY.status)}
        union all select block, delta::integer from ticket_block_changes where ${sql.join([sql`true`, ...changed], sql` and `)}
      ) as parts group by block having sum(n) > 0
    ), sums as (
      select block, n, sum(n) over (order by block desc rows unbounded preceding) as upto from counts
    ), reached as (
      select block, n, upto from sums where upto > ${skipped} order by block desc limit ${limit}
    ), bounds as materialized (
      select max(block) as newest, min(block) as oldest, min(upto - n) as before
      from reached where upto - n < ${skipped} + ${limit}
    ), page (listed) as (
      select id from tickets where ${where}
        and id < ((select newest from bounds) + 1) << ${bits} and id >= (select oldest from bounds) << ${bits}
      order by id desc limit ${limit} offset ${skipped} - (select before from bounds)
    )`
}
