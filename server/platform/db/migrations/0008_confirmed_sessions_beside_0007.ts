import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** When the caller of a session last gave the password or a code again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column confirmed_at timestamptz`.execute(db)
}
