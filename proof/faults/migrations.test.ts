import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { migrate } from '@tahanan/server/platform/db/migrate.ts'
import type { SchemaMigration } from '@tahanan/server/platform/db/migrations/index.ts'
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '@tahanan/server/platform/db/testing.ts'
import { listCatalogObjects } from './list-catalog-objects.ts'
import { createPortalProcess } from './portal-process.ts'

/**
 * Tests fault 12 of docs/reliability.md: one statement of a migration fails. The database must stay
 * unchanged.
 */

const database = await openTestDatabase({ empty: true })
const FIRST_MIGRATION_FOLDER = join(import.meta.dirname, '../../server/platform/db/migrations/0001_version_1')
const migrationDatabase = openDatabase({
  connectionString: database.connectionString,
  poolSize: 1,
  queryTimeoutMs: 0,
})
afterAll(migrationDatabase.close)

const MIGRATIONS = {
  '0001_version_1': readdirSync(FIRST_MIGRATION_FOLDER)
    .toSorted()
    .map((file) => readFileSync(join(FIRST_MIGRATION_FOLDER, file), 'utf8')),
  '0002_adding': [
    'create table lots (id bigint generated always as identity primary key, tenant_id bigint references tenants)',
    'insert into lots (tenant_id) select id from tenants',
    'create function park() returns trigger language plpgsql as $$ begin return new; end $$',
    'create trigger lots_park before insert on lots for each row execute function park()',
    'alter table tickets add column lot_id bigint references lots',
    'create index tickets_lot on tickets (lot_id)',
  ],
  '0003_breaking': [
    'alter table tickets rename column remarks to notes',
    `update tickets set notes = 'renamed'`,
    'drop index payments_date',
    'alter table payments drop constraint payments_receipted',
    'drop table terms',
    'alter table lots alter column tenant_id set not null',
  ],
}
const migrationNames = Object.keys(MIGRATIONS)
const migrations = Object.fromEntries(
  Object.entries(MIGRATIONS).map(([name, statements]) => [name, createMigration(...statements)]),
)

describe.each(Object.entries(MIGRATIONS))('migration %s', (name, statements) => {
  const getMigrationsUpTo = (last: SchemaMigration): Record<string, SchemaMigration> => ({
    ...Object.fromEntries(Object.entries(migrations).slice(0, migrationNames.indexOf(name))),
    [name]: last,
  })

  test('changes nothing if a statement fails or the connection is cut after it', async () => {
    // Lets a migration fail before the comparison, because the first attempt also creates two tables of
    // Kysely (the query library).
    await expect(
      migrate(migrationDatabase.db, getMigrationsUpTo(createMigration('select 1 / 0'))),
    ).rejects.toThrow('division by zero')
    const fingerprintBefore = await getFingerprint(database)
    for (let n = 0; n < statements.length; n++) {
      const failingMigration = createMigration(
        ...statements.slice(0, n),
        'select 1 / 0',
        ...statements.slice(n + 1),
      )
      await expect(
        migrate(migrationDatabase.db, getMigrationsUpTo(failingMigration)),
        `statement ${n}`,
      ).rejects.toThrow('division by zero')
      expect(await getFingerprint(database), `statement ${n} failed`).toEqual(fingerprintBefore)
    }
    for (let n = 1; n <= statements.length; n++) {
      // In the last round all statements succeed, and the connection is cut before the commit.
      const interruptedMigration = createMigration(
        ...statements.slice(0, n),
        'select pg_terminate_backend(pg_backend_pid())',
      )
      await expect(
        migrate(migrationDatabase.db, getMigrationsUpTo(interruptedMigration)),
        `cut after ${n}`,
      ).rejects.toThrow()
      expect(await getFingerprint(database), `cut after statement ${n}`).toEqual(fingerprintBefore)
    }
    expect(await migrate(migrationDatabase.db, getMigrationsUpTo(createMigration(...statements)))).toEqual([
      name,
    ])
    expect(await getFingerprint(database)).not.toEqual(fingerprintBefore)
    await addTicket()
  })
})

test('after all failures the schema equals a new one, and earlier rows are kept', async () => {
  const emptyDatabase = await createTestDatabase({ empty: true })
  try {
    await migrate(emptyDatabase.db, migrations)
    expect((await getFingerprint(database)).catalog).toEqual((await getFingerprint(emptyDatabase)).catalog)
  } finally {
    await emptyDatabase.destroy()
  }
  const { rows } = await database.pool.query('select count(*)::int as n from tickets')
  expect(rows).toEqual([{ n: migrationNames.length }])
})

test('the server refuses the schema of a later version and does not change it', async () => {
  const laterDatabase = await createTestDatabase()
  await laterDatabase.pool.query(
    `insert into kysely_migration (name, timestamp) values ('9999_of_a_later_version', now()::text);
     update oldest_version set migration = '9999_of_a_later_version'`,
  )
  await laterDatabase.pool.query('create table of_a_later_version as select 1 as one')
  const fingerprintBefore = await getFingerprint(laterDatabase)
  const portal = await createPortalProcess({ DATABASE_URL: laterDatabase.connectionString })
  onTestFinished(laterDatabase.destroy)
  onTestFinished(portal.remove)
  await expect(portal.start()).rejects.toThrow('9999_of_a_later_version')
  expect(await getFingerprint(laterDatabase)).toEqual(fingerprintBefore)
})

function createMigration(...statements: string[]): SchemaMigration {
  return { up: async (db: Kysely<unknown>) => void (await sql.raw(statements.join(';\n')).execute(db)) }
}

async function addTicket(): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into tenants (client_code) values (gen_random_uuid()::text) returning id`,
  )
  await database.pool.query(
    `insert into tickets (module, ticket_number, tenant_id, search_text)
     values ('gatePass', gen_random_uuid()::text, $1, '')`,
    [rows[0]?.id],
  )
}

async function getFingerprint({ pool }: TestDatabase): Promise<{ catalog: string[]; rows: string[] }> {
  const client = await pool.connect()
  try {
    const rightsResult = await client.query<{ line: string }>(`
      select concat_ws(' ', relname, relacl, relrowsecurity) as line from pg_class
        where relnamespace = 'public'::regnamespace union all select extname from pg_extension order by 1`)
    const tablesResult = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const tableFingerprints: string[] = []
    for (const { name } of tablesResult.rows) {
      const contentResult = await client.query<{ md5: string }>(
        `select md5(string_agg(t::text, '' order by t::text)) from "${name}" t`,
      )
      tableFingerprints.push(`${name} ${contentResult.rows[0]?.md5}`)
    }
    return {
      catalog: [...(await listCatalogObjects(client)), ...rightsResult.rows.map(({ line }) => line)],
      rows: tableFingerprints,
    }
  } finally {
    client.release()
  }
}
