import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Whether the office set a tenant's password, so that it is changed at the first login. The audit log need not say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tenants add column password_given boolean not null default false`.execute(db)
  await sql`drop trigger tenants_audit on tenants`.execute(db)
  await sql`create trigger tenants_audit after insert or update or delete on tenants for each row
    when (current_setting('tahanan.actor', true) <> '')
    execute function audit_change('password_hash=password', 'search_text', 'last_seen', 'password_given')`.execute(
    db,
  )
}
