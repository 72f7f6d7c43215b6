import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase, prepared, withCommit } from './client.ts'
import type { DbOrTx } from './client.ts'
import { createTestDatabase } from './testing.ts'

const { connectionString, destroy } = await createTestDatabase()
// One connection: what a transaction leaves on it, the next one meets.
const { db, close } = openDatabase({ connectionString, poolSize: 1 })
afterAll(async () => {
  await close()
  await destroy()
})
beforeEach(() => db.deleteFrom('settings').execute())

const write = (tx: DbOrTx, name: string) =>
  prepared(tx, 'test.write', `insert into settings (name, value) values ($1, 'written')`, [name])
const written = async () =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

test('statements sent with the commit are committed with the rest', async () => {
  const result = await inTransaction(db, async (tx) => {
    await write(tx, 'a')
    await withCommit(
      tx,
      () => write(tx, 'b'),
      () => write(tx, 'c'),
    )
    return 'done'
  })
  expect(result).toBe('done')
  expect(await written()).toEqual(['a', 'b', 'c'])
})

test('one of them that fails takes everything with it, and says why', async () => {
  const attempt = inTransaction(db, async (tx) => {
    await write(tx, 'a')
    await withCommit(
      tx,
      () => write(tx, 'b'),
      () => write(tx, 'a'),
      () => write(tx, 'c'),
    )
  })
  await expect(attempt).rejects.toMatchObject({ code: '23505', constraint: 'settings_pkey' })
  expect(await written()).toEqual([])
})

test('work that throws after it leaves nothing behind, and the connection serves the next', async () => {
  const attempt = inTransaction(db, async (tx) => {
    await withCommit(
      tx,
      () => write(tx, 'a'),
      () => write(tx, 'a'),
    )
    throw new Error('refused')
  })
  await expect(attempt).rejects.toThrow('refused')
  await inTransaction(db, (tx) => write(tx, 'b'))
  expect(await written()).toEqual(['b'])
})

test('a second statement of one of them comes after the commit, and is refused instead of written', async () => {
  const attempt = inTransaction(db, async (tx) => {
    await withCommit(tx, async () => {
      await write(tx, 'a')
      await write(tx, 'b')
    })
  })
  await expect(attempt).rejects.toThrow('after its transaction')
  await wait(50)
  expect(await written()).not.toContain('b')
})

test('where others began the transaction, they are waited for in their order', async () => {
  await db.transaction().execute(async (tx) => {
    await withCommit(
      tx,
      () => write(tx, 'a'),
      () => prepared(tx, 'test.rename', `update settings set name = 'b' where name = 'a'`),
    )
  })
  expect(await written()).toEqual(['b'])
})
