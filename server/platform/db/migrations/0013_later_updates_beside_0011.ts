import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Makes `updated_at` of what is told live strictly later with each change, deletions included: pages keep the newest state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function later_update() returns trigger language plpgsql as $$
    begin
      new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 millisecond');
      return new;
    end $$`.execute(db)
  for (const table of TOLD_LIVE) {
    await sql`create trigger ${sql.ref(`${table}_later_update`)} before update of updated_at on ${sql.table(table)}
      for each row execute function later_update()`.execute(db)
  }
}

const TOLD_LIVE = [
  'admins',
  'advertisements',
  'amenities',
  'comments',
  'feedbacks',
  'memorandums',
  'payments',
  'policies',
  'policy_headers',
  'posts',
  'tenants',
  'tickets',
]
