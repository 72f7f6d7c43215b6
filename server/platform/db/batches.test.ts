import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, type Db } from './client.ts'
import { batchRead, type Placeholders } from './statement.ts'
import { openTestDatabase } from './testing.ts'

const { connectionString } = await openTestDatabase()
const small = openDatabase({ connectionString, poolSize: 2, statementTimeoutMs: 300 })
const { db } = small
afterAll(small.close)

const asked = batchRead((query, { number }: Placeholders<{ number: number }>) =>
  query.selectNoFrom([sql<number>`${number}::int`.as('number'), sql<number>`pg_backend_pid()`.as('backend')]),
)
const ask = (number: number, on: Db = db) => asked(on, { number })
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('statements that are asked at the same moment share a connection, and each has its own answer', async () => {
  const answers = (await Promise.all(numbers(8).map((number) => ask(number)))).flat()
  expect(answers.map(({ number }) => number)).toEqual(numbers(8))
  expect(new Set(answers.map(({ backend }) => backend)).size).toBe(1)
})

test('many are spread over the connections that there are, and none is lost', async () => {
  const answers = (await Promise.all(numbers(100).map((number) => ask(number)))).flat()
  expect(answers.map(({ number }) => number)).toEqual(numbers(100))
  expect(new Set(answers.map(({ backend }) => backend)).size).toBe(2)
})

test('one that fails fails alone', async () => {
  const divide = batchRead((query, { by }: Placeholders<{ by: number }>) =>
    query.selectNoFrom(sql<number>`1 / ${by}::int`.as('result')),
  )
  const fails = divide(db, { by: 0 })
  const [before, failed, after] = await Promise.allSettled([ask(1), fails, ask(2)])
  expect(before).toMatchObject({ value: [{ number: 1 }] })
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(after).toMatchObject({ value: [{ number: 2 }] })
})

test('one that takes too long ends, and those behind it are answered', async () => {
  const sleep = batchRead((query, { seconds }: Placeholders<{ seconds: number }>) =>
    query.selectNoFrom(sql`pg_sleep(${seconds})`.as('slept')),
  )
  const slow = sleep(db, { seconds: 5 })
  const [first, second] = await Promise.allSettled([slow, ask(3)])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
  expect(second).toMatchObject({ value: [{ number: 3 }] })
})

test('a connection that breaks fails what it carried at once, and is replaced', async () => {
  const end = batchRead((query) =>
    query.selectNoFrom(sql`pg_terminate_backend(pg_backend_pid())`.as('ended')),
  )
  const answers = await Promise.allSettled([ask(4), end(db, {}), ask(5), ask(6)])
  expect(answers.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  for (const number of numbers(4)) expect(await ask(number)).toMatchObject([{ number }])
})

test('where no connection comes free, whoever asked is told', async () => {
  const narrow = openDatabase({ connectionString, poolSize: 1 })
  narrow.pool.options.connectionTimeoutMillis = 200
  const taken = await narrow.pool.connect()
  try {
    const answers = await Promise.allSettled([ask(1, narrow.db), ask(2, narrow.db)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  } finally {
    taken.release()
  }
  expect(await ask(3, narrow.db)).toMatchObject([{ number: 3 }])
  await narrow.close()
})

test('in a transaction it sees what the transaction wrote', async () => {
  const read = batchRead((query, { name }: Placeholders<{ name: string }>) =>
    query.selectFrom('settings').select('value').where('name', '=', name),
  )
  const rows = await db.transaction().execute(async (tx) => {
    await tx.insertInto('settings').values({ name: 'batched', value: 'seen' }).execute()
    return read(tx, { name: 'batched' })
  })
  expect(rows).toEqual([{ value: 'seen' }])
})
