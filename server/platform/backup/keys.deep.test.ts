import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { consumeCode } from '#features/sessions/second-factor/consume-code.ts'
import { openSecondFactorKey } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { replaceRecoveryCodes } from '#features/sessions/second-factor/replace-recovery-codes.ts'
import { sealSecret } from '#features/sessions/second-factor/seal-secret.ts'
import { openDatabase } from '#platform/db/client.ts'
import { connect } from '#platform/db/connect.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { createTestDatabase } from '#platform/db/testing.ts'
import { openStorage } from '#platform/files/store/open-storage.ts'
import { createTestSuperAdmin } from '#testing/accounts.ts'
import { openArchive } from './archive/open-archive.ts'
import { writeArchive } from './archive/write-archive.ts'
import { createEmptyInstallation, restoreTestBackup } from './testing.ts'

type EmptyInstallation = Awaited<ReturnType<typeof createEmptyInstallation>>
let source: EmptyInstallation
let target: EmptyInstallation
beforeEach(async () => {
  const migratedDatabase = await createTestDatabase()
  source = { ...(await createEmptyInstallation()), ...migratedDatabase }
  target = await createEmptyInstallation()
})
afterEach(async () => {
  await source.destroy()
  await source.close()
  await target.close()
})

const getKeyFile = ({ dataDir }: EmptyInstallation) => join(dataDir, 'second-factor.key')

async function createSecondFactor(key: Buffer) {
  const { id } = await createTestSuperAdmin(source.db)
  await source.db
    .updateTable('super_admins')
    .set({ totp_secret: sealSecret(key, randomBytes(20), `super-admin ${id}`), totp_since: new Date() })
    .execute()
  const codes = await source.db
    .transaction()
    .execute((tx) => replaceRecoveryCodes(tx, { area: 'super-admin', id }))
  return { account: { area: 'super-admin', id } as const, codes }
}

async function backUpSource(): Promise<string> {
  const path = join(source.dataDir, 'backup.tar')
  const client = await connect(source.connectionString, 'test')
  const { disk } = await openStorage(source)
  await writeArchive(client, disk, path).finally(() => client.end())
  return path
}

async function restoreIntoTarget(archive: string) {
  const restoreResult = await restoreTestBackup(target, archive)
  const database = openDatabase({ connectionString: target.connectionString })
  onTestFinished(database.close)
  return { restored: restoreResult, db: database.db }
}

test('a backup holds no signing key, and a restored portal makes new ones', async () => {
  const secretBefore = await getSharedSecret(source.db, 'fileLinks')
  await openSecondFactorKey(source.db, getKeyFile(source))
  const path = await backUpSource()
  const archive = await openArchive(path)
  expect(archive.heading.tables.map(({ name }) => name)).not.toContain('secrets')
  await archive.close()
  const { db } = await restoreIntoTarget(path)
  expect(await getSharedSecret(db, 'fileLinks')).not.toEqual(secretBefore)
})

test('a restored portal with the key file checks codes as before', async () => {
  await createSecondFactor(await openSecondFactorKey(source.db, getKeyFile(source)))
  const path = await backUpSource()
  await copyFile(getKeyFile(source), getKeyFile(target))
  const { restored, db } = await restoreIntoTarget(path)
  expect(restored.unreadableSecretCount).toBe(0)
  await openSecondFactorKey(db, getKeyFile(target))
})

test('a restored portal without the key file accepts recovery codes', async () => {
  const { account, codes } = await createSecondFactor(
    await openSecondFactorKey(source.db, getKeyFile(source)),
  )
  const { restored, db } = await restoreIntoTarget(await backUpSource())
  expect(restored.unreadableSecretCount).toBe(1)
  const key = await openSecondFactorKey(db, getKeyFile(target))
  const tryCode = (code: string) => db.transaction().execute((tx) => consumeCode(tx, key, account, code))
  await expect(tryCode('123456')).rejects.toMatchObject({ code: 'codesUnreadable' })
  expect(await tryCode(codes[0] ?? '')).toBe('recovery')
})
