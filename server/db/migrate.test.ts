import { type Kysely, type Migration, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, NewerSchemaError } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const first: Migration = {
  up: async (db: Kysely<unknown>) => void (await sql`create table unit (id int primary key)`.execute(db)),
}
const second: Migration = {
  up: async (db: Kysely<unknown>) => void (await sql`alter table unit add column floor int`.execute(db)),
}
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
  expect(await migrate(database.db, { '0001_first': first, '0002_second': second })).toEqual([
    '0001_first',
    '0002_second',
  ])
  expect(await columns()).toEqual(['floor', 'id'])
  expect(await migrate(database.db, { '0001_first': first, '0002_second': second })).toEqual([])
})

test('a migration that fails at any statement leaves the schema as it was before it', async () => {
  const all = { '0001_first': first, '0002_failing': failing }
  await expect(migrate(database.db, all)).rejects.toThrow(
    'Migration 0002_failing failed and was taken back: division by zero',
  )
  expect(await columns()).toEqual(['id'])
  expect(await migrate(database.db, { '0001_first': first, '0002_second': second })).toEqual(['0002_second'])
})

test('a database of a newer version is refused and left alone', async () => {
  await migrate(database.db, { '0001_first': first, '0002_second': second })
  await expect(migrate(database.db, { '0001_first': first })).rejects.toThrow(NewerSchemaError)
  expect(await columns()).toEqual(['floor', 'id'])
})

test('two processes that start at once migrate once', async () => {
  const all = { '0001_first': first, '0002_second': second }
  const made = await Promise.all([migrate(database.db, all), migrate(database.db, all)])
  expect(made.flat().toSorted()).toEqual(['0001_first', '0002_second'])
})
