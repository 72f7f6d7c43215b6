import { sql } from 'kysely'
import type { Db } from './db/client.ts'

/** Codes of the system and of PostgreSQL for a disk, a quota or a file size that is used up. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether an error, or its cause, says that a disk is full: that of the files, or the database's. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return DISK_FULL.has(String(code)) || isDiskFull(cause)
}

/**
 * Lets the database write to its disk, by a sort that outgrows its memory: that leaves no row and no log behind. Throws 53100
 * where the disk is full.
 */
export async function requireRoom(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    await sql`select max(n) from (
      select n, repeat('probe', 200) as filler from generate_series(1, 200) n order by filler, n offset 0
    ) as sorted`.execute(tx)
  })
}
