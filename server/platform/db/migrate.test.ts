import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import {
  listAppliedMigrations,
  migrate,
  NewerSchemaError,
  OlderPortalRunningError,
  requireMigratedSchema,
} from './migrate.ts'
import { migrations, type SchemaMigration } from './migrations/index.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const firstMigration: SchemaMigration = {
  up: async (db: Kysely<unknown>) => void (await sql`create table unit (id int primary key)`.execute(db)),
}
const secondMigration: SchemaMigration = {
  up: async (db: Kysely<unknown>) => void (await sql`alter table unit add column floor int`.execute(db)),
}
const bothMigrations = { '0001_first': firstMigration, '0002_second': secondMigration }
const failingMigration: SchemaMigration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table unit add column half_done int`.execute(db)
    await sql`select 1 / 0`.execute(db)
  },
}

let database: TestDatabase
beforeEach(async () => void (database = await createTestDatabase({ empty: true })))
afterEach(() => database.destroy())

const listColumns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    `select column_name from information_schema.columns where table_name = 'unit' order by 1`,
  )
  return rows.map((row) => row.column_name)
}

test('migrations are applied in order, once', async () => {
  expect(await migrate(database.db, bothMigrations)).toEqual(['0001_first', '0002_second'])
  expect(await listColumns()).toEqual(['floor', 'id'])
  expect(await migrate(database.db, bothMigrations)).toEqual([])
})

test('migrations have unique numbers, and name earlier ones in beside', () => {
  const names = Object.keys(migrations)
  const numbers = names.map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
  for (const [name, { beside }] of Object.entries(migrations))
    if (beside) expect(names.slice(0, names.indexOf(name))).toContain(beside)
})

test('a failed migration leaves the schema unchanged', async () => {
  const failingMigrations = { '0001_first': firstMigration, '0002_failing': failingMigration }
  await expect(migrate(database.db, failingMigrations)).rejects.toThrow(
    'Migration 0002_failing failed and was taken back: division by zero',
  )
  expect(await listColumns()).toEqual(['id'])
  expect(await migrate(database.db, bothMigrations)).toEqual(['0002_second'])
})

test('a database of a newer version is refused', async () => {
  await migrate(database.db, bothMigrations)
  await expect(migrate(database.db, { '0001_first': firstMigration })).rejects.toThrow(NewerSchemaError)
  expect(await listColumns()).toEqual(['floor', 'id'])
})

test('two processes that start at the same time migrate once', async () => {
  const appliedMigrations = await Promise.all([
    migrate(database.db, bothMigrations),
    migrate(database.db, bothMigrations),
  ])
  expect(appliedMigrations.flat().toSorted()).toEqual(['0001_first', '0002_second'])
})

const doNothing = () => Promise.resolve()

test('an older version runs only with newer migrations that allow it', async () => {
  const olderMigrations = { '0001_first': firstMigration }
  const moreMigrations = { ...olderMigrations, '0002_more': { ...secondMigration, beside: '0001_first' } }
  await migrate(database.db, moreMigrations)
  expect(await migrate(database.db, olderMigrations)).toEqual([])
  await expect(migrate(database.db, { ...olderMigrations, '0002_other': secondMigration })).rejects.toThrow(
    NewerSchemaError,
  )

  await migrate(database.db, { ...moreMigrations, '0003_needs_more': { up: doNothing, beside: '0002_more' } })
  await expect(migrate(database.db, olderMigrations)).rejects.toThrow('0003_needs_more is unknown')
  expect(await migrate(database.db, moreMigrations)).toEqual([])
  const allMigrations = { ...moreMigrations, '0003_needs_more': { up: doNothing, beside: '0002_more' } }
  await migrate(database.db, { ...allMigrations, '0004_small': { up: doNothing, beside: '0001_first' } })
  await expect(migrate(database.db, olderMigrations)).rejects.toThrow(NewerSchemaError)
})

test.each(['0001_foundation', '0001_baseline'])(
  'a database that begins with %s was made before 1.0.0, and is refused unchanged',
  async (name) => {
    await migrate(database.db, { [name]: firstMigration })
    const refusalMessage = 'This database was made by a version before 1.0.0'
    await expect(migrate(database.db)).rejects.toThrow(refusalMessage)
    await expect(requireMigratedSchema(database.db)).rejects.toThrow(refusalMessage)
    expect(await listColumns()).toEqual(['id'])
    expect(await listAppliedMigrations(database.db)).toEqual([name])
  },
)

test('a migration that breaks older processes waits for them to end, then fails', async () => {
  const name = 'tahanan-migrate'
  const { connectionString } = database
  const migratorDatabase = openDatabase({ connectionString, name, poolSize: 1 })
  await migrate(migratorDatabase.db, { '0001_first': firstMigration })
  const runningPortal = openDatabase({ connectionString })
  await runningPortal.pool.query('select 1')

  const breakingMigrations = { '0001_first': firstMigration, '0002_breaking': secondMigration }
  await expect(migrate(migratorDatabase.db, breakingMigrations, { olderPortalTimeoutMs: 0 })).rejects.toThrow(
    OlderPortalRunningError,
  )
  const compatibleMigrations = {
    '0001_first': firstMigration,
    '0002_more': { up: doNothing, beside: '0001_first' },
  }
  expect(await migrate(migratorDatabase.db, compatibleMigrations, { olderPortalTimeoutMs: 0 })).toEqual([
    '0002_more',
  ])

  const reasons: string[] = []
  const nextMigrations = { ...compatibleMigrations, '0003_breaking': secondMigration }
  const migrationPromise = migrate(migratorDatabase.db, nextMigrations, {
    olderPortalTimeoutMs: 30_000,
    onWait: (reason) => {
      reasons.push(reason)
      void runningPortal.close()
    },
  })
  expect(await migrationPromise).toEqual(['0003_breaking'])
  expect(reasons).toEqual([expect.stringContaining('cannot go on after the migration 0003_breaking')])
  await migratorDatabase.close()
})

test('a migration that waits for a long reader does not block other readers', async () => {
  const { connectionString } = database
  await migrate(database.db, { '0001_first': firstMigration })
  const migratorDatabase = openDatabase({ connectionString, poolSize: 1, lockTimeoutMs: 50 })
  const readerClient = await database.pool.connect()
  await readerClient.query('begin; lock table unit in access share mode')
  await expect(migrate(migratorDatabase.db, bothMigrations)).rejects.toThrow(/lock timeout/)
  let tryCount = 0
  const readPromises: Promise<unknown>[] = []
  const migrationPromise = migrate(migratorDatabase.db, bothMigrations, {
    locksWithinMs: 30_000,
    onWait: () => {
      tryCount += 1
      for (let n = 0; n < 5; n++) readPromises.push(database.pool.query('select * from unit'))
      void Promise.all(readPromises).then(() => readerClient.query('commit'))
    },
  })
  expect(await migrationPromise).toEqual(['0002_second'])
  expect(tryCount).toBe(1)
  expect(readPromises).toHaveLength(5)
  readerClient.release()
  await migratorDatabase.close()
})
