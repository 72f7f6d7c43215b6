import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase } from './client.ts'
import type { DbOrTx } from './client.ts'
import { inGroup } from './group-commit.ts'
import { createTestDatabase } from './testing.ts'

const { connectionString, destroy } = await createTestDatabase()
const { db, pool, close } = openDatabase({ connectionString, poolSize: 4 })
afterAll(async () => {
  await close()
  await destroy()
})
beforeEach(async () => {
  await db.deleteFrom('settings').execute()
  const counters = ['a', 'b'].map((name) => ({ name, value: '0' }))
  await db.insertInto('settings').values(counters).execute()
})

/** Counts one more, `by` of which 0 is a fault of the statement; answers the count and the transaction. */
const count = (on: DbOrTx = db, lane = 'a', by = 1) =>
  inGroup<{ value: number; transaction: string }>(
    on,
    lane,
    'test.count',
    `update settings set value = (value::int + 1 / $2::int)::text where name = $1
     returning value::int as value, pg_current_xact_id()::text as transaction`,
    [lane, by],
  )
const breakConnection = () => inGroup(db, 'a', 'test.break', 'select pg_terminate_backend(pg_backend_pid())')
const counted = async (name = 'a') =>
  Number((await pool.query('select value from settings where name = $1', [name])).rows[0].value)
const times = <Result>(number: number, call: (index: number) => Result) =>
  Array.from({ length: number }, (_, index) => call(index))
const upTo = (number: number) => times(number, (index) => index + 1)
const connectionsTaken = () => pool.totalCount - pool.idleCount

test('what comes while one is under way is committed together, in order, sixteen at most', async () => {
  const rows = (await Promise.all(times(40, () => count()))).flat()
  expect(rows.map(({ value }) => value)).toEqual(upTo(40))
  const sizes = new Map<string, number>()
  for (const { transaction } of rows) sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1)
  expect([...sizes.values()]).toEqual([1, 16, 16, 7])
  expect(connectionsTaken()).toBe(0)
})

test('one that is refused is refused alone, wherever it stands', async () => {
  for (const place of [0, 1, 9, 19]) {
    await pool.query(`update settings set value = '0'`)
    const answers = await Promise.allSettled(times(20, (index) => count(db, 'a', index === place ? 0 : 1)))
    const refused = answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(refused).toEqual([place])
    expect(answers[place]).toMatchObject({ reason: { code: '22012' } })
    const values = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value.map(({ value }) => value) : [],
    )
    expect(values).toEqual(upTo(19))
    expect(await counted()).toBe(19)
  }
})

test('a lane does not wait for another', async () => {
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(`select from settings where name = 'a' for update`)
    const held = Promise.all([count(db, 'a'), count(db, 'a')])
    expect(await Promise.all([count(db, 'b'), count(db, 'b')])).toMatchObject([
      [{ value: 1 }],
      [{ value: 2 }],
    ])
    await other.query('rollback')
    expect(await held).toMatchObject([[{ value: 1 }], [{ value: 2 }]])
  } finally {
    other.release()
  }
})

test('where the lock is not to be had in time, everybody who waits is told, and nobody waits twice', async () => {
  const impatient = openDatabase({ connectionString, poolSize: 4, statementTimeoutMs: 1000 })
  let taken = 0
  impatient.pool.on('acquire', () => (taken += 1))
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(`select from settings where name = 'a' for update`)
    const answers = await Promise.allSettled(times(40, () => count(impatient.db)))
    expect(taken).toBe(1)
    for (const answer of answers) expect(answer).toMatchObject({ reason: { code: '57014' } })
    await other.query('rollback')
  } finally {
    other.release()
    await impatient.close()
  }
  expect(await counted()).toBe(0)
  expect(await count()).toMatchObject([{ value: 1 }])
})

test('a connection that breaks under a group fails it, and nothing is run a second time', async () => {
  const answers = await Promise.allSettled([
    ...times(5, () => count()),
    breakConnection(),
    ...times(30, () => count()),
  ])
  // The first was on its way by itself; the group was lost before its commit, and who waited behind it is told too.
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', ...times(35, () => 'rejected')])
  expect(await counted()).toBe(1)
  expect(await count()).toMatchObject([{ value: 2 }])
  expect(connectionsTaken()).toBe(0)
})

test('in a transaction it is part of it', async () => {
  const attempt = inTransaction(db, async (tx) => {
    expect(await count(tx)).toMatchObject([{ value: 1 }])
    throw new Error('taken back')
  })
  await expect(attempt).rejects.toThrow('taken back')
  expect(await counted()).toBe(0)
})
