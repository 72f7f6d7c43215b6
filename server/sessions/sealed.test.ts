import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { seal, unseal } from './sealed.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.destroy())

const SECRET = Buffer.from('twenty bytes of it..')

test('what was sealed is opened for its owner, and looks different each time', async () => {
  const { db } = database
  const [one, other] = [await seal(db, SECRET, 'admin 1'), await seal(db, SECRET, 'admin 1')]
  expect(one.equals(other)).toBe(false)
  expect(one.includes(SECRET)).toBe(false)
  expect(await unseal(db, one, 'admin 1')).toEqual(SECRET)
  expect(await unseal(db, other, 'admin 1')).toEqual(SECRET)
})

test('it does not open for another account, nor when a single bit was changed, nor when it is cut', async () => {
  const { db } = database
  const sealed = await seal(db, SECRET, 'admin 1')
  await expect(unseal(db, sealed, 'admin 2')).rejects.toThrow()
  await expect(unseal(db, sealed, 'super-admin 1')).rejects.toThrow()
  for (let byte = 0; byte < sealed.length; byte++) {
    const changed = Buffer.from(sealed)
    changed[byte] = (changed[byte] ?? 0) ^ 1
    await expect(unseal(db, changed, 'admin 1'), `byte ${byte}`).rejects.toThrow()
  }
  for (const length of [0, 11, 12, 20, 27, sealed.length - 1])
    await expect(unseal(db, sealed.subarray(0, length), 'admin 1')).rejects.toThrow()
})

test('with another key nothing opens', async () => {
  const { db } = database
  const sealed = await seal(db, SECRET, 'admin 1')
  await db.deleteFrom('secrets').where('name', '=', 'second-factor').execute()
  await expect(unseal(db, sealed, 'admin 1')).rejects.toThrow()
})
