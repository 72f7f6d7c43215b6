import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { IS_SHOWN_TO_RESIDENTS } from './repository.ts'

/**
 * Counts a view of a post that a resident opened (rules 9.7). Returns false if residents may not read the
 * post.
 */
export async function recordPostView(db: DbOrTx, postId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('post_view_tallies')
    .columns(['post_id', 'delta'])
    .expression(
      db
        .selectFrom('posts as p')
        .select(['p.id', sql<number>`1`.as('delta')])
        .where('p.id', '=', postId)
        .where(IS_SHOWN_TO_RESIDENTS),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function listTopPosts(db: DbOrTx, limit: number) {
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
    .where('p.status', '<>', DELETED_STATUS)
    .where('t.total', '>', 0)
    .orderBy('t.total', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

export const VIEW_TALLIES = { table: 'post_view_tallies', by: { post_id: sql`post_id` } }
