import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Db } from './client.ts'
import { prepareReadQuery, type Placeholders } from './prepare-query.ts'
import { openTestDatabase } from './testing.ts'

const { connectionString } = await openTestDatabase()
const smallDatabase = openDatabase({ connectionString, poolSize: 2 })
const { db } = smallDatabase
afterAll(smallDatabase.close)

const selectNumber = prepareReadQuery((query, { number }: Placeholders<{ number: number }>) =>
  query.selectNoFrom([sql<number>`${number}::int`.as('number'), sql<number>`pg_backend_pid()`.as('backend')]),
)
const selectNumberOn = (number: number, targetDb: Db = db) => selectNumber(targetDb, { number })
const createRange = (count: number) => Array.from({ length: count }, (_, index) => index)

test('simultaneous reads share a connection, and each gets its own answer', async () => {
  const selectedRows = (await Promise.all(createRange(8).map((number) => selectNumberOn(number)))).flat()
  expect(selectedRows.map(({ number }) => number)).toEqual(createRange(8))
  expect(new Set(selectedRows.map(({ backend }) => backend)).size).toBe(1)
})

test('many reads are spread over all connections, and each is answered', async () => {
  const selectedRows = (await Promise.all(createRange(100).map((number) => selectNumberOn(number)))).flat()
  expect(selectedRows.map(({ number }) => number)).toEqual(createRange(100))
  expect(new Set(selectedRows.map(({ backend }) => backend)).size).toBe(2)
})

test('a failed read does not affect others', async () => {
  const divide = prepareReadQuery((query, { by }: Placeholders<{ by: number }>) =>
    query.selectNoFrom(sql<number>`1 / ${by}::int`.as('result')),
  )
  const failingQuery = divide(db, { by: 0 })
  const [firstResult, failedResult, lastResult] = await Promise.allSettled([
    selectNumberOn(1),
    failingQuery,
    selectNumberOn(2),
  ])
  expect(firstResult).toMatchObject({ value: [{ number: 1 }] })
  expect(failedResult).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(lastResult).toMatchObject({ value: [{ number: 2 }] })
})

test('a read over its time limit fails, and the reads after it are answered', async () => {
  const sleep = prepareReadQuery((query, { seconds }: Placeholders<{ seconds: number }>) =>
    query.selectNoFrom(sql`pg_sleep(${seconds})`.as('slept')),
  )
  const url = new URL(connectionString)
  url.searchParams.delete('statement_timeout')
  const limitedDatabase = openDatabase({ connectionString: url.href, poolSize: 1, queryTimeoutMs: 1000 })
  onTestFinished(limitedDatabase.close)
  const slowQuery = sleep(limitedDatabase.db, { seconds: 300 })
  const [first, second] = await Promise.allSettled([slowQuery, selectNumberOn(3, limitedDatabase.db)])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
  expect(second).toMatchObject({ value: [{ number: 3 }] })
})

test('a broken connection fails its reads at once and is replaced', async () => {
  const end = prepareReadQuery((query) =>
    query.selectNoFrom(sql`pg_terminate_backend(pg_backend_pid())`.as('ended')),
  )
  const settledQueries = await Promise.allSettled([
    selectNumberOn(4),
    end(db, {}),
    selectNumberOn(5),
    selectNumberOn(6),
  ])
  expect(settledQueries.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  for (const number of createRange(4)) expect(await selectNumberOn(number)).toMatchObject([{ number }])
})

test('reads fail if no connection becomes free', async () => {
  const singleDatabase = openDatabase({ connectionString, poolSize: 1 })
  singleDatabase.pool.options.connectionTimeoutMillis = 200
  const heldConnection = await singleDatabase.pool.connect()
  try {
    const settledQueries = await Promise.allSettled([
      selectNumberOn(1, singleDatabase.db),
      selectNumberOn(2, singleDatabase.db),
    ])
    expect(settledQueries.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  } finally {
    heldConnection.release()
  }
  expect(await selectNumberOn(3, singleDatabase.db)).toMatchObject([{ number: 3 }])
  await singleDatabase.close()
})

test('a read in a transaction sees the rows of the transaction', async () => {
  const findSetting = prepareReadQuery((query, { name }: Placeholders<{ name: string }>) =>
    query.selectFrom('settings').select('value').where('name', '=', name),
  )
  const settingRows = await db.transaction().execute(async (tx) => {
    await tx.insertInto('settings').values({ name: 'pipelined', value: 'seen' }).execute()
    return findSetting(tx, { name: 'pipelined' })
  })
  expect(settingRows).toEqual([{ value: 'seen' }])
})
