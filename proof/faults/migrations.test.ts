import { sql } from 'kysely'
import type { Kysely, KyselyPlugin, Migration } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/platform/db/client.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { migrations } from '../../server/platform/db/migrations/index.ts'
import { createTestDatabase } from '../../server/platform/db/testing.ts'
import type { TestDatabase } from '../../server/platform/db/testing.ts'
import { createPortalProcess } from './portal-process.ts'

/** Fault 12: a migration that fails at each of its statements leaves the schema as before it or as after it, never between. */

const database = await createTestDatabase({ empty: true })
/** Opened as the portal opens it to migrate. */
const migrating = openDatabase({
  connectionString: database.connectionString,
  poolSize: 1,
  statementTimeoutMs: 0,
})
afterAll(async () => {
  await migrating.close()
  await database.destroy()
})

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
    const whole = migrations[name] as Migration
    // The first attempt also makes Kysely's own two tables, which say what is made.
    const count = await countStatements(whole, upTo)
    expect(count).toBeGreaterThan(0)
    statements += count
    const before = await fingerprint(database)
    for (let n = 0; n < count; n++) {
      await expect(migrate(migrating.db, upTo(failingAt(whole, n))), `statement ${n}`).rejects.toThrow(
        'division by zero',
      )
      expect(await fingerprint(database), `statement ${n} failed`).toEqual(before)
    }
    for (let n = 1; n <= count; n++) {
      // After the last one too: everything was done, and the commit never came.
      await expect(migrate(migrating.db, upTo(cutAfter(whole, n))), `cut after ${n}`).rejects.toThrow()
      expect(await fingerprint(database), `cut after statement ${n}`).toEqual(before)
    }
    expect(await migrate(migrating.db, upTo(whole))).toEqual([name])
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
  try {
    await expect(portal.start()).rejects.toThrow('9999_of_a_later_version')
    expect(await fingerprint(later)).toEqual(before)
  } finally {
    await portal.remove()
    await later.destroy()
  }
})

/** Counts the statements of a migration by running it and rolling it back. */
async function countStatements(
  migration: Migration,
  upTo: (last: Migration) => Record<string, Migration>,
): Promise<number> {
  let count = 0
  const counting: Migration = {
    up: async (db: Kysely<unknown>) => {
      await migration.up(db.withPlugin(watch(() => void count++)))
      throw new Error('only counted')
    },
  }
  await expect(migrate(migrating.db, upTo(counting))).rejects.toThrow('only counted')
  return count
}

/** The migration with a database that refuses statement `n`, counted from 0. */
function failingAt(migration: Migration, n: number): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      let at = 0
      const failing: KyselyPlugin = {
        transformQuery: ({ node }) => {
          // In the place of the statement: what comes before it is done, and the database refuses this one.
          return at++ === n ? (sql`select 1 / 0`.toOperationNode() as typeof node) : node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }
      await migration.up(db.withPlugin(failing))
    },
  }
}

/** The migration, whose connection the database cuts after so many statements. */
function cutAfter(migration: Migration, n: number): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      let done = 0
      const cutting = watch(async () => {
        if (++done === n) await database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      })
      await migration.up(db.withPlugin(cutting))
    },
  }
}

/** A plugin that is told of each statement once it is done. */
const watch = (done: () => void | Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await done()
    return result
  },
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
