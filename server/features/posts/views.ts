import { sql } from 'kysely'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { SHOWN_TO_RESIDENTS } from './repository.ts'

/** Counts one opening of a post by a resident (rules 9.7); false when they may not read it. */
export async function recordView(db: DbOrTx, postId: number, tenantId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('post_views')
    .columns(['post_id', 'tenant_id'])
    .expression(
      db
        .selectFrom('posts as p')
        .select(['p.id', sql<number>`${tenantId}::bigint`.as('tenant_id')])
        .where('p.id', '=', postId)
        .where(SHOWN_TO_RESIDENTS),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The posts that residents opened most, most first. Reads the tallies: a few rows a post, however often they were opened. */
export function topPosts(db: DbOrTx, limit: number) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('post_view_tallies')
        .select(['post_id', sql<number>`sum(delta)::bigint`.as('total')])
        .groupBy('post_id')
        .as('t'),
    )
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select(['p.id', 'p.title', 't.total'])
    .where('p.status', '<>', 0)
    .where('t.total', '>', 0)
    .orderBy('t.total', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

/** Differences of one post below this are summed up faster than they are compacted. */
const FEW_TALLIES = 20

/** Compacts the differences of posts that have many. Readers see the same sums before and after. */
export async function compactViewTallies(db: Db): Promise<void> {
  await db
    .with('gone', (query) =>
      query
        .deleteFrom('post_view_tallies')
        .where(sql<boolean>`(select pg_try_advisory_xact_lock(hashtext('post_view_tallies')))`)
        .where('post_id', 'in', (eb) =>
          eb
            .selectFrom('post_view_tallies')
            .select('post_id')
            .groupBy('post_id')
            .having(eb.fn.countAll(), '>', FEW_TALLIES),
        )
        .returning(['post_id', 'delta']),
    )
    .insertInto('post_view_tallies')
    .columns(['post_id', 'delta'])
    .expression((eb) =>
      eb
        .selectFrom('gone')
        .select(['post_id', eb.fn.sum<number>('delta').as('delta')])
        .groupBy('post_id')
        .having(eb.fn.sum('delta'), '<>', 0),
    )
    .execute()
}
