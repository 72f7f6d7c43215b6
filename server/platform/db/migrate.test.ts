import { type Kysely, type Migration, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import { migrate, NewerSchemaError, OlderPortalsRunError } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const first: Migration = {
  up: async (db: Kysely<unknown>) => void (await sql`create table unit (id int primary key)`.execute(db)),
}
const second: Migration = {
  up: async (db: Kysely<unknown>) => void (await sql`alter table unit add column floor int`.execute(db)),
}
const both = { '0001_first': first, '0002_second': second }
const failing: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table unit add column half_done int`.execute(db)
    await sql`select 1 / 0`.execute(db)
  },
}

let database: TestDatabase
beforeEach(async () => void (database = await createTestDatabase({ empty: true })))
afterEach(() => database.destroy())

const columns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    `select column_name from information_schema.columns where table_name = 'unit' order by 1`,
  )
  return rows.map((row) => row.column_name)
}

test('migrations are made in order, once', async () => {
  expect(await migrate(database.db, both)).toEqual(['0001_first', '0002_second'])
  expect(await columns()).toEqual(['floor', 'id'])
  expect(await migrate(database.db, both)).toEqual([])
})

test('every migration has a number of its own', () => {
  const numbers = Object.keys(migrations).map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('a migration that fails at any statement leaves the schema as it was before it', async () => {
  const all = { '0001_first': first, '0002_failing': failing }
  await expect(migrate(database.db, all)).rejects.toThrow(
    'Migration 0002_failing failed and was taken back: division by zero',
  )
  expect(await columns()).toEqual(['id'])
  expect(await migrate(database.db, both)).toEqual(['0002_second'])
})

test('a database of a newer version is refused and left alone', async () => {
  await migrate(database.db, both)
  await expect(migrate(database.db, { '0001_first': first })).rejects.toThrow(NewerSchemaError)
  expect(await columns()).toEqual(['floor', 'id'])
})

test('two processes that start at once migrate once', async () => {
  const made = await Promise.all([migrate(database.db, both), migrate(database.db, both)])
  expect(made.flat().toSorted()).toEqual(['0001_first', '0002_second'])
})

test('an older version runs beside migrations that say so, and beside no others', async () => {
  const older = { '0001_first': first }
  await migrate(database.db, { ...older, '0002_more_beside_0001': second })
  expect(await migrate(database.db, older)).toEqual([])
  // One that knows less than what must be known.
  await expect(migrate(database.db, { '0000_before': first })).rejects.toThrow(NewerSchemaError)
  // One whose own history is another one.
  await expect(migrate(database.db, { ...older, '0002_other': second })).rejects.toThrow(NewerSchemaError)

  await migrate(database.db, {
    ...older,
    '0002_more_beside_0001': second,
    '0003_needs_0002_beside_0002': { up: () => Promise.resolve() },
  })
  await expect(migrate(database.db, older)).rejects.toThrow('0003_needs_0002_beside_0002 is unknown')
  expect(await migrate(database.db, { ...older, '0002_more_beside_0001': second })).toEqual([])
})

test('a migration that older processes cannot go on beside waits for them to end, or is refused', async () => {
  const name = 'tahanan-migrate'
  const { connectionString } = database
  const migrator = openDatabase({ connectionString, name, poolSize: 1 })
  await migrate(migrator.db, { '0001_first': first })
  const running = openDatabase({ connectionString })
  await running.pool.query('select 1')

  const breaking = { '0001_first': first, '0002_breaking': second }
  await expect(migrate(migrator.db, breaking, { aloneWithinMs: 0 })).rejects.toThrow(OlderPortalsRunError)
  const besides = { '0001_first': first, '0002_more_beside_0001': { up: () => Promise.resolve() } }
  expect(await migrate(migrator.db, besides, { aloneWithinMs: 0 })).toEqual(['0002_more_beside_0001'])

  const reasons: string[] = []
  const next = { ...besides, '0003_breaking': second }
  const migrated = migrate(migrator.db, next, {
    aloneWithinMs: 30_000,
    onWait: (reason) => {
      reasons.push(reason)
      void running.close()
    },
  })
  expect(await migrated).toEqual(['0003_breaking'])
  expect(reasons).toEqual([expect.stringContaining('cannot go on after the migration 0003_breaking')])
  await migrator.close()
})

test('a migration that needs a table which is read for long holds up nobody meanwhile', async () => {
  const { connectionString } = database
  await migrate(database.db, { '0001_first': first })
  const migrator = openDatabase({ connectionString, poolSize: 1, lockTimeoutMs: 50 })
  const reader = await database.pool.connect()
  await reader.query('begin; lock table unit in access share mode')
  // Without patience it says so and leaves everything as it was.
  await expect(migrate(migrator.db, both)).rejects.toThrow(/lock timeout/)
  let tries = 0
  const reads: Promise<unknown>[] = []
  const migrated = migrate(migrator.db, both, {
    locksWithinMs: 30_000,
    onWait: () => {
      tries += 1
      // While it waits, everybody reads; then the long reader ends.
      for (let n = 0; n < 5; n++) reads.push(database.pool.query('select * from unit'))
      void Promise.all(reads).then(() => reader.query('commit'))
    },
  })
  expect(await migrated).toEqual(['0002_second'])
  expect(tries).toBe(1)
  expect(reads).toHaveLength(5)
  reader.release()
  await migrator.close()
})
