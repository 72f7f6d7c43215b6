import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#platform/db/testing.ts'
import {
  BackupRunningError,
  acquireBackupLock,
  tryBackupLock,
  tryRestoreLock,
} from './acquire-backup-lock.ts'

const database = await createTestDatabase()
afterAll(() => database.destroy())

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
const isLockFree = () => database.db.transaction().execute(tryBackupLock)

test('one backup of a database is made at a time, until its connection ends', async () => {
  const [first, second] = [await connect(), await connect()]
  await acquireBackupLock(first)
  await expect(acquireBackupLock(second)).rejects.toThrow(BackupRunningError)
  expect(await isLockFree()).toBe(false)
  await first.query('select pg_advisory_unlock_all()')
  expect(await isLockFree()).toBe(true)
  await acquireBackupLock(second)
})

test('of two restores the second waits for no lock but is refused', async () => {
  const [first, second] = [await connect(), await connect()]
  for (const client of [first, second]) await client.query('begin')
  expect([await tryRestoreLock(first), await tryRestoreLock(second)]).toEqual([true, false])
  await first.query('commit')
  expect(await tryRestoreLock(second)).toBe(true)
})
