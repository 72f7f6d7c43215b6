import { prepared } from '../../platform/db/client.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { SHOWN_TO_RESIDENTS } from './repository.ts'

/** Counts one opening of a post by a resident (rules 9.7); false when they may not read it. */
export async function recordView(db: DbOrTx, postId: number, tenantId: number): Promise<boolean> {
  const rows = await prepared<{ id: number }>(
    db,
    'post-views.record',
    `insert into post_views (post_id, tenant_id)
     select p.id, $2 from posts p where p.id = $1 and ${SHOWN_TO_RESIDENTS} returning id`,
    [postId, tenantId],
  )
  return rows.length > 0
}

export interface PostViews {
  id: number
  title: string
  /** Openings by residents. */
  total: number
}

/** The posts that were opened most, most first. Reads the tallies: a few rows a post, however often they were opened. */
export function topPosts(db: DbOrTx, limit: number): Promise<PostViews[]> {
  return prepared<PostViews>(
    db,
    'post-views.top',
    `select p.id, p.title, t.total from (
       select post_id, sum(delta)::bigint as total from post_view_tallies group by post_id
     ) t join posts p on p.id = t.post_id
     where p.status <> 0 and t.total > 0 order by t.total desc, p.id desc limit $1`,
    [limit],
  )
}

/** Differences of one post below this are summed up faster than they are compacted. */
const FEW_TALLIES = 20

/** Compacts the differences of posts that have many. Readers see the same sums before and after. */
export async function compactViewTallies(db: Db): Promise<void> {
  await prepared(
    db,
    'post-views.compact',
    `with turn as materialized (select pg_try_advisory_xact_lock(hashtext('post_view_tallies')) as mine),
     many as (select post_id from post_view_tallies group by post_id having count(*) > ${FEW_TALLIES}),
     gone as (
       delete from post_view_tallies where (select mine from turn) and post_id in (select post_id from many)
       returning post_id, delta
     )
     insert into post_view_tallies (post_id, delta)
     select post_id, sum(delta) from gone group by post_id having sum(delta) <> 0`,
  )
}
