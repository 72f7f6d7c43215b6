import type { ClientBase } from 'pg'
import { createKysely } from '#platform/db/connect.ts'
import { applyMigration } from '#platform/db/migrate.ts'
import type { SchemaMigration } from '#platform/db/migrations/index.ts'

export type Migrations = Readonly<Record<string, SchemaMigration>>

const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']

/**
 * Drops only the portal's own tables and functions, in the caller's transaction. To find their names, runs
 * the migrations in a temporary schema and rolls them back.
 */
export async function dropPortalTables(client: ClientBase, migrations: Migrations): Promise<void> {
  const currentSchema = await getCurrentSchema(client)
  const membersBefore = await listMembers(client, currentSchema)
  if (membersBefore.tables.length === 0 && membersBefore.functions.length === 0) return

  await client.query('savepoint probe')
  await client.query('create schema tahanan_probe')
  await client.query(`set local search_path = tahanan_probe, "${currentSchema}"`)
  await applyMigrations(client, migrations, Object.keys(migrations))
  const ownMembers = await listMembers(client, 'tahanan_probe')
  await client.query('rollback to savepoint probe')

  const tables = membersBefore.tables.filter((name) => ownMembers.tables.includes(name))
  const functions = membersBefore.functions.filter((name) => ownMembers.functions.includes(name))
  if (tables.length > 0) await client.query(`drop table ${tables.map((name) => `"${name}"`).join(', ')}`)
  for (const signature of functions) await client.query(`drop function ${signature}`)
}

export async function applyMigrations(
  client: ClientBase,
  migrations: Migrations,
  names: readonly string[],
): Promise<void> {
  const db = createKysely(client)
  for (const name of names) {
    const migration = migrations[name]
    if (!migration) throw new Error(`This version of the portal has no migration ${name}.`)
    await applyMigration(db, name, migration)
  }
}

export async function recordMigrations(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query(
    `create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
  )
  await client.query(
    `create table if not exists kysely_migration_lock
     (id varchar(255) primary key, is_locked integer not null default 0)`,
  )
  await client.query(`insert into kysely_migration_lock values ('migration_lock', 0) on conflict do nothing`)
  await client.query('delete from kysely_migration')
  const now = Date.now()
  // The times are a millisecond apart, because the migrator sorts the migrations by time.
  for (const [index, name] of names.entries())
    await client.query('insert into kysely_migration values ($1, $2)', [
      name,
      new Date(now + index).toISOString(),
    ])
}

async function getCurrentSchema(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>('select current_schema() as name')
  const name = rows[0]?.name
  if (!name) throw new Error('The database has no schema that its role may use.')
  return name
}

const excludeExtensions = (catalogue: string, oid: string): string =>
  `not exists (select from pg_depend
     where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`

async function listMembers(client: ClientBase, schema: string) {
  const { rows } = await client.query<{ tables: string[]; functions: string[] }>(
    `select array(
       select relname::text from pg_class
       where relnamespace = $1::regnamespace and relkind = 'r' and relname <> all($2)
         and ${excludeExtensions('pg_class', 'oid')}
     ) as tables, array(
       select quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')' from pg_proc
       where pronamespace = $1::regnamespace and prokind = 'f' and ${excludeExtensions('pg_proc', 'oid')}
     ) as functions`,
    [`"${schema}"`, MIGRATION_TABLES],
  )
  return rows[0] ?? { tables: [], functions: [] }
}
