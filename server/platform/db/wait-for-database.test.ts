import { expect, test } from 'vitest'
import { replaceDatabaseName } from './testing-clones.ts'
import { openTestDatabase } from './testing.ts'
import { waitForDatabase } from './wait-for-database.ts'

const database = await openTestDatabase()

test('a usable database is accepted', async () => {
  await expect(waitForDatabase(database.connectionString)).resolves.toBeUndefined()
})

test('an unreachable server is named in one line, without the password', async () => {
  const waitPromise = waitForDatabase('postgres://portal:hunter2@127.0.0.1:1/portal', 600)
  await expect(waitPromise).rejects.toThrow(
    'The database at 127.0.0.1:1/portal cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.',
  )
  await expect(waitPromise).rejects.not.toThrow('hunter2')
})

test('a database that does not exist is refused at once, without retries', async () => {
  await expect(
    waitForDatabase(replaceDatabaseName(database.connectionString, 'nowhere'), 600_000),
  ).rejects.toThrow('"nowhere" does not exist')
})
