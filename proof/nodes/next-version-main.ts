// Starts the portal with one additional migration, like a newer version. NEXT_MIGRATION says which kind.
import { sql, type Kysely } from 'kysely'
import { migrations } from '@tahanan/server/platform/db/migrations/index.ts'

const newestMigration = Object.keys(migrations).at(-1)

/**
 * Adds a column to every table. Starts with the table that the test locks, so that the migration waits before
 * it locks any other table.
 */
async function addColumnToAllTables(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'
    order by tablename <> 'tickets', tablename`.execute(db)
  for (const { name } of rows) {
    await sql
      .raw(`alter table "${name}" add column next_version_note text not null default 'new'`)
      .execute(db)
    await sql.raw(`create index on "${name}" (next_version_note)`).execute(db)
  }
  await sql
    .raw('create table next_version_things (id bigint generated always as identity primary key)')
    .execute(db)
}

if (process.env['NEXT_MIGRATION'] === 'adding')
  migrations['9001_more'] = { up: addColumnToAllTables, ...(newestMigration && { beside: newestMigration }) }
else
  migrations['9001_breaking'] = {
    up: async (db: Kysely<unknown>) => {
      await sql.raw('alter table tickets rename column remarks to notes').execute(db)
    },
  }

await import('@tahanan/server/main.ts')
