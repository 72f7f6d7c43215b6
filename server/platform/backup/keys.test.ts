import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { consumeCode } from '#features/sessions/second-factor/consume-code.ts'
import { openSecondFactorKey } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { replaceRecoveryCodes } from '#features/sessions/second-factor/replace-recovery-codes.ts'
import { seal } from '#features/sessions/second-factor/seal.ts'
import { openDatabase } from '#platform/db/client.ts'
import { connect } from '#platform/db/connect.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { createTestDatabase } from '#platform/db/testing.ts'
import { openDisk } from '#platform/files/store/open-disk.ts'
import { makeSuperAdmin } from '#testing/accounts.ts'
import { openArchive } from './archive/open-archive.ts'
import { writeArchive } from './archive/write-archive.ts'
import { createFreshPlace, restoreInto } from './testing.ts'

type FreshPlace = Awaited<ReturnType<typeof createFreshPlace>>
let source: FreshPlace
let target: FreshPlace
beforeEach(async () => {
  const migrated = await createTestDatabase()
  source = { ...(await createFreshPlace()), ...migrated }
  target = await createFreshPlace()
})
afterEach(async () => {
  await source.destroy()
  await source.close()
  await target.close()
})

const getKeyFile = ({ dataDir }: FreshPlace) => join(dataDir, 'second-factor.key')

async function createSecondFactor(key: Buffer) {
  const { id } = await makeSuperAdmin(source.db)
  await source.db
    .updateTable('super_admins')
    .set({ totp_secret: seal(key, randomBytes(20), `super-admin ${id}`), totp_since: new Date() })
    .execute()
  const codes = await source.db
    .transaction()
    .execute((tx) => replaceRecoveryCodes(tx, { area: 'super-admin', id }))
  return { account: { area: 'super-admin', id } as const, codes }
}

async function backUp(): Promise<string> {
  const path = join(source.dataDir, 'backup.tar')
  const client = await connect(source.connectionString, 'test')
  const { disk } = await openDisk(source)
  await writeArchive(client, disk, path).finally(() => client.end())
  return path
}

async function restore(archive: string) {
  const restored = await restoreInto(target, archive)
  const database = openDatabase({ connectionString: target.connectionString })
  onTestFinished(database.close)
  return { restored, db: database.db }
}

test('a backup holds no signing key, and a restored portal makes new ones', async () => {
  const before = await getSharedSecret(source.db, 'fileLinks')
  await openSecondFactorKey(source.db, getKeyFile(source))
  const path = await backUp()
  const archive = await openArchive(path)
  expect(archive.heading.tables.map(({ name }) => name)).not.toContain('secrets')
  await archive.close()
  const { db } = await restore(path)
  expect(await getSharedSecret(db, 'fileLinks')).not.toEqual(before)
})

test('a restored portal with the key file checks codes as before', async () => {
  await createSecondFactor(await openSecondFactorKey(source.db, getKeyFile(source)))
  const path = await backUp()
  await copyFile(getKeyFile(source), getKeyFile(target))
  const { restored, db } = await restore(path)
  expect(restored.unopened).toBe(0)
  await openSecondFactorKey(db, getKeyFile(target))
})

test('a restored portal without the key file accepts recovery codes', async () => {
  const { account, codes } = await createSecondFactor(
    await openSecondFactorKey(source.db, getKeyFile(source)),
  )
  const { restored, db } = await restore(await backUp())
  expect(restored.unopened).toBe(1)
  const key = await openSecondFactorKey(db, getKeyFile(target))
  const take = (code: string) => db.transaction().execute((tx) => consumeCode(tx, key, account, code))
  await expect(take('123456')).rejects.toMatchObject({ code: 'codesUnreadable' })
  expect(await take(codes[0] ?? '')).toBe('recovery')
})
