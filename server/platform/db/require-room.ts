import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * Makes the database write to its disk by a sort that exceeds `work_mem`, which leaves no rows. Throws 53100
 * if the disk is full.
 */
export async function requireRoom(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    await sql`select max(n) from (
      select n, repeat('probe', 200) as filler from generate_series(1, 200) n order by filler, n offset 0
    ) as sorted`.execute(tx)
  })
}
