import { readFileSync } from 'node:fs'
import { sql, type Kysely, type Migration } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { migrate } from '@tahanan/server/platform/db/migrate.ts'
import { migrations } from '@tahanan/server/platform/db/migrations/index.ts'
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '@tahanan/server/platform/db/testing.ts'
import { createPortalProcess } from './portal-process.ts'

/** Fault 12: a migration that fails at each of its statements leaves the schema as before it or as after it, never between. */

const database = await openTestDatabase({ empty: true })
/** Opened as the portal opens it to migrate. */
const migrating = openDatabase({
  connectionString: database.connectionString,
  poolSize: 1,
  statementTimeoutMs: 0,
})
afterAll(migrating.close)

const names = Object.keys(migrations)
let statements = 0

describe.each(names)('migration %s', (name) => {
  const upTo = (last: Migration): Record<string, Migration> => ({
    ...Object.fromEntries(
      names.slice(0, names.indexOf(name)).map((each) => [each, migrations[each] as Migration]),
    ),
    [name]: last,
  })

  test('that fails at any statement, or whose connection is cut after any, changes nothing', async () => {
    const parts = statementsOf(name)
    expect(parts.length).toBeGreaterThan(0)
    statements += parts.length
    // The first attempt also makes Kysely's own two tables, which say what is made.
    await expect(migrate(migrating.db, upTo(running('select 1 / 0')))).rejects.toThrow('division by zero')
    const before = await fingerprint(database)
    for (let n = 0; n < parts.length; n++) {
      const failing = running(...parts.slice(0, n), 'select 1 / 0', ...parts.slice(n + 1))
      await expect(migrate(migrating.db, upTo(failing)), `statement ${n}`).rejects.toThrow('division by zero')
      expect(await fingerprint(database), `statement ${n} failed`).toEqual(before)
    }
    for (let n = 1; n <= parts.length; n++) {
      // After the last one too: everything was done, and the commit never came.
      const cut = running(...parts.slice(0, n), 'select pg_terminate_backend(pg_backend_pid())')
      await expect(migrate(migrating.db, upTo(cut)), `cut after ${n}`).rejects.toThrow()
      expect(await fingerprint(database), `cut after statement ${n}`).toEqual(before)
    }
    expect(await migrate(migrating.db, upTo(migrations[name] as Migration))).toEqual([name])
    expect(await fingerprint(database)).not.toEqual(before)
    await addRows()
  })
})

test('after all these failures the schema is that of a clean start, and the rows of before are there', async () => {
  const clean = await createTestDatabase()
  try {
    const { rows: _, ...schema } = await fingerprint(database)
    const { rows: __, ...expected } = await fingerprint(clean)
    expect(schema).toEqual(expected)
  } finally {
    await clean.destroy()
  }
  const { rows } = await database.pool.query('select count(*)::int as n from tickets')
  expect(rows).toEqual([{ n: names.length }])
  console.log(
    `${names.length} migrations, ${statements} statements: failed at each and cut after each, ${statements * 2} times as before`,
  )
})

test('the server refuses a schema that it does not know, and leaves it alone', async () => {
  const later = await createTestDatabase()
  await later.pool.query(
    `insert into kysely_migration (name, timestamp) values ('9999_of_a_later_version', now()::text)`,
  )
  await later.pool.query('create table of_a_later_version as select 1 as one')
  const before = await fingerprint(later)
  const portal = await createPortalProcess({ DATABASE_URL: later.connectionString })
  onTestFinished(later.destroy)
  onTestFinished(portal.remove)
  await expect(portal.start()).rejects.toThrow('9999_of_a_later_version')
  expect(await fingerprint(later)).toEqual(before)
})

/** The statements of a migration: lines within one are indented. */
const statementsOf = (name: string): string[] =>
  readFileSync(new URL(`../../server/platform/db/migrations/${name}.sql`, import.meta.url), 'utf8')
    .split(/;\n(?! )/)
    .filter((statement) => statement.trim() !== '')

/** A migration of these statements, sent as a file's are: all at once. */
const running = (...parts: string[]): Migration => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(parts.join(';\n')).execute(db)),
})

/** A ticket more, as a portal of that version would have filed it. */
async function addRows(): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into tenants (client_code) values (gen_random_uuid()::text) returning id`,
  )
  await database.pool.query(
    `insert into tickets (module, ticket_number, tenant_id, search_text) values ('gatePass', gen_random_uuid()::text, $1, '')`,
    [rows[0]?.id],
  )
}

/** Everything that a migration can change, as text: relations, columns, indexes, constraints, triggers, functions, rights, rows. */
async function fingerprint(place: TestDatabase): Promise<Record<string, string>> {
  const { rows } = await place.pool.query<{ kind: string; print: string }>(`
    with ours as (select oid, relname, relkind, relacl, relrowsecurity from pg_class where relnamespace = 'public'::regnamespace)
    select 'relations' as kind, coalesce(string_agg(concat_ws(' ', relname, relkind, relacl, relrowsecurity), E'\\n' order by relname), '') as print from ours
    union all select 'columns', string_agg(concat_ws(' ', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)), E'\\n' order by c.relname, a.attnum)
      from pg_attribute a join ours c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped
    union all select 'indexes', string_agg(indexdef, E'\\n' order by indexdef) from pg_indexes where schemaname = 'public'
    union all select 'constraints', string_agg(concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)), E'\\n' order by conrelid::regclass::text, conname)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'triggers', string_agg(pg_get_triggerdef(t.oid), E'\\n' order by pg_get_triggerdef(t.oid))
      from pg_trigger t join ours c on c.oid = t.tgrelid where not tgisinternal
    union all select 'functions', string_agg(pg_get_functiondef(p.oid), E'\\n' order by p.oid::regprocedure::text)
      from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
    union all select 'extensions', string_agg(extname, ' ' order by extname) from pg_extension
    union all select 'statistics', string_agg(stxname, ' ' order by stxname) from pg_statistic_ext`)
  const tables = await place.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const contents = tables.rows.map(
    ({ name }) => `
      select concat_ws(' ', '${name}', count(*), md5(string_agg(t::text, '' order by t::text))) as print from "${name}" t`,
  )
  const counts = await place.pool.query<{ print: string }>(
    contents.length === 0 ? `select 'no tables' as print` : contents.join(' union all '),
  )
  return {
    ...Object.fromEntries(rows.map(({ kind, print }) => [kind, print])),
    rows: counts.rows
      .map(({ print }) => print)
      .toSorted()
      .join('\n'),
  }
}
