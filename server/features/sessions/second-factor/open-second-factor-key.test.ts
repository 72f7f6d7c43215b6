import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { createTestAdmin } from '#testing/accounts.ts'
import { countUnopenableSecrets, openSecondFactorKey } from './open-second-factor-key.ts'
import { sealSecret } from './seal-secret.ts'

let database: TestDatabase
let folder: string
const getFile = (machine: string) => join(folder, machine, 'second-factor.key')
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tahanan-key-'))
})
afterEach(async () => {
  await database.destroy()
  await rm(folder, { recursive: true, force: true })
})

test('the first start creates a key readable only by its account; the database stores no key', async () => {
  const file = getFile('one')
  const key = await openSecondFactorKey(database.db, file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'one'))).toEqual(['second-factor.key'])
  expect(await readFile(file, 'utf8')).toBe(`${key.toString('hex')}\n`)
  expect(await openSecondFactorKey(database.db, file)).toEqual(key)
  const secrets = await database.db.selectFrom('secrets').select(['name', 'value']).execute()
  expect(secrets.map(({ name }) => name)).toEqual(['second-factor-print'])
  expect(secrets.some(({ value }) => value.equals(key))).toBe(false)
})

test('processes started at once on one folder get one key', async () => {
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => openSecondFactorKey(database.db, getFile('shared'))),
  )
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
})

test('a machine without the key file, or with another key, is refused and creates none', async () => {
  await openSecondFactorKey(database.db, getFile('one'))
  await expect(openSecondFactorKey(database.db, getFile('two'))).rejects.toThrow(
    /is missing: .*two[^]*turn-off-two-step/,
  )
  await expect(stat(getFile('two'))).rejects.toThrow('ENOENT')
  await writeFile(join(folder, 'three'), `${randomBytes(32).toString('hex')}\n`)
  await expect(openSecondFactorKey(database.db, join(folder, 'three'))).rejects.toThrow(
    'is not that of this database',
  )
  await writeFile(join(folder, 'four'), 'hello')
  await expect(openSecondFactorKey(database.db, join(folder, 'four'))).rejects.toThrow('holds something else')
})

test('accounts whose secret cannot be opened with the key are counted', async () => {
  const [firstKey, secondKey] = [randomBytes(32), randomBytes(32)]
  for (const key of [firstKey, firstKey, secondKey]) {
    const { id } = await createTestAdmin(database.db)
    await database.db
      .updateTable('admins')
      .set({ totp_secret: sealSecret(key, Buffer.from('secret'), `admin ${id}`), totp_since: new Date() })
      .where('id', '=', id)
      .execute()
  }
  expect(await countUnopenableSecrets(database.db, firstKey)).toBe(1)
  expect(await countUnopenableSecrets(database.db, null)).toBe(3)
})
