import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import { prepareQuery, type Placeholders } from './prepare-query.ts'
import { openTestDatabase } from './testing.ts'

const { connectionString } = await openTestDatabase()
// The pool has a single connection, because PostgreSQL lists prepared queries per connection.
const { db, close } = openDatabase({ connectionString, poolSize: 1 })
afterAll(close)

const insertSetting = prepareQuery((query, { name, value }: Placeholders<{ name: string; value: string }>) =>
  query.insertInto('settings').values({ name, value }).returning('name'),
)
const findSettings = prepareQuery((query, { name, or }: Placeholders<{ name: string; or: string }>) =>
  query
    .selectFrom('settings')
    .select(['name', 'value'])
    .where((row) => row.or([row('name', '=', name), row('name', '=', or), row('value', '=', name)]))
    .orderBy('name'),
)
const listPreparedTexts = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map((row) => row.statement)
}

test('each value replaces all its placeholders', async () => {
  await insertSetting(db, { name: 'a', value: 'one' })
  await insertSetting(db, { name: 'one', value: 'two' })
  await insertSetting(db, { name: 'z', value: 'three' })
  expect(await findSettings(db, { name: 'one', or: 'z' })).toEqual([
    { name: 'a', value: 'one' },
    { name: 'one', value: 'two' },
    { name: 'z', value: 'three' },
  ])
  expect(await findSettings(db, { name: 'z', or: 'none' })).toEqual([{ name: 'z', value: 'three' }])
})

test('a query is prepared once per connection, whatever its values, in a transaction as well', async () => {
  await db.transaction().execute(async (tx) => {
    await findSettings(tx, { name: 'a', or: 'b' })
    await findSettings(tx, { name: 'c', or: 'd' })
  })
  await findSettings(db, { name: 'e', or: 'f' })
  expect(
    (await listPreparedTexts()).filter((text) => text.startsWith('select "name", "value"')),
  ).toHaveLength(1)
})

test('an undefined value has no placeholder, and each set of values is prepared separately', async () => {
  const listSettings = prepareQuery(
    (query, { name, value }: Placeholders<{ name?: string; value?: string }>) => {
      const settingsQuery = query.selectFrom('settings').select('name').orderBy('name')
      const filteredQuery = name === undefined ? settingsQuery : settingsQuery.where('name', '=', name)
      return value === undefined ? filteredQuery : filteredQuery.where('value', '=', value)
    },
  )
  expect(await listSettings(db, { name: undefined, value: 'two' })).toEqual([{ name: 'one' }])
  expect(await listSettings(db, { value: 'three' })).toEqual([{ name: 'z' }])
  expect(await listSettings(db, { name: 'z', value: 'two' })).toEqual([])
  expect((await listPreparedTexts()).filter((text) => text.startsWith('select "name" from'))).toHaveLength(2)
})

test('a query that names no columns is refused: a migration that adds one would fail it', async () => {
  const selectAllSettings = prepareQuery((query) => query.selectFrom('settings').selectAll())
  const selectAllByAlias = prepareQuery((query) =>
    query
      .selectFrom('settings as s')
      .selectAll('s')
      .select(sql<number>`1`.as('one')),
  )
  const insertReturningAll = prepareQuery((query, { name }: Placeholders<{ name: string }>) =>
    query.insertInto('settings').values({ name, value: '' }).returningAll(),
  )
  for (const run of [
    () => selectAllSettings(db, {}),
    () => selectAllByAlias(db, {}),
    () => insertReturningAll(db, { name: 'never' }),
  ])
    await expect(run()).rejects.toThrow('Name the columns')
})
