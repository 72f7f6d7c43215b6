import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Amenities } from '../db/generated.ts'
import { likePattern } from '../tickets/search-text.ts'
import type { Page } from '../http/list-query.ts'

export type AmenityRow = Selectable<Amenities>

/** Amenities that were not deleted, newest first. */
export async function listAmenities(db: Db, page: Page): Promise<{ rows: AmenityRow[]; total: number }> {
  const found = db
    .selectFrom('amenities')
    .where('status', '<>', 0)
    .$if(page.searchTerm !== '', (query) =>
      query.where(
        sql<string>`lower(concat_ws(e'\n', title, description))`,
        'like',
        likePattern(page.searchTerm),
      ),
    )
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export function findAmenity(db: Db, id: number): Promise<AmenityRow | undefined> {
  return db
    .selectFrom('amenities')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 0)
    .executeTakeFirst()
}
