import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'

/** Runs the operation while no row of `files` can be deleted. */
export async function withFailingFileDeletion<Result>(
  db: Db,
  operation: () => Promise<Result>,
): Promise<Result> {
  await sql`create function fail_file_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'cannot be deleted'; end $$`.execute(db)
  await sql`create trigger fail_file_deletion before delete on files for each row
    execute function fail_file_deletion()`.execute(db)
  try {
    return await operation()
  } finally {
    await sql`drop function fail_file_deletion cascade`.execute(db)
  }
}

/** Sets the release of a file two days back, so that the cleaner deletes it now. */
export async function releaseEarlier(db: Db, key: string): Promise<void> {
  await sql`update files set released_at = released_at - interval '2 days' where key = ${key}`.execute(db)
}
