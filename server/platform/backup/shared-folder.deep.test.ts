import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#boot/app.ts'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { startBackup } from './start-backup.ts'

const sharedFolder = await mkdtemp(join(tmpdir(), 'tahanan-shared-'))
const portal = await openTestPortal({ backupDir: sharedFolder })
afterAll(async () => {
  await rm(sharedFolder, { recursive: true, force: true })
})

async function listBackupsOnOtherMachine(backupDir: string | undefined) {
  const { services } = portal
  const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-machine-'))
  const app = await buildApp({ ...services, config: { ...services.config, dataDir, backupDir } })
  const { token } = await portal.as('super-admin')
  const { body } = await createCaller(app, token).get<{ data: { file: string; downloadable: boolean }[] }>(
    '/backups',
  )
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
  return body.data.map(({ file, downloadable }) => ({ file, downloadable }))
}

test('every machine that shares BACKUP_DIR offers its backups', async () => {
  expect(await (await startBackup(portal.services, 'person', 'Test')).done).toBe(true)
  const [file = ''] = await readdir(sharedFolder)
  expect(await readdir(portal.services.config.dataDir)).not.toContain('backups')
  expect(await listBackupsOnOtherMachine(sharedFolder)).toEqual([{ file, downloadable: true }])
  expect(await listBackupsOnOtherMachine(undefined)).toEqual([{ file, downloadable: false }])
})
