import { createHash } from 'node:crypto'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getConnectionString } from '#platform/db/connect.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Backup, Backups } from '@tahanan/contract/database/answers.ts'
import { parseSchedule } from './backup-schedule.ts'
import { createScheduledBackup } from './create-scheduled-backup.ts'
import { createTestBackup } from './testing.ts'

const portal = await openTestPortal({
  backupSchedule: parseSchedule('daily 02:30') ?? undefined,
  backupKeep: 2,
})
const superAdmin = await portal.as('super-admin')

const listBackups = async () => (await superAdmin.get<Backups>('/backups')).body

async function waitForBackup(id: number): Promise<Backup> {
  for (;;) {
    const finishedBackup = (await listBackups()).data.find((backup) => backup.id === id)
    if (finishedBackup && finishedBackup.state !== 'running') return finishedBackup
    await sleep(50)
  }
}

test('the super-administrator makes a backup, sees its state and downloads it', async () => {
  const backupResponse = await superAdmin.post<{ id: number }>('/backups')
  expect(backupResponse.status).toBe(202)
  const secondResponse = await superAdmin.post('/backups')
  expect([secondResponse.status, secondResponse.body.code]).toEqual([409, 'backupRunning'])
  const finishedBackup = await waitForBackup(backupResponse.body.id)
  expect(finishedBackup).toMatchObject({
    state: 'done',
    cause: 'person',
    startedBy: 'Super Admin',
    downloadable: true,
    problem: null,
  })

  const downloadResponse = await portal.app.inject({
    url: `/api/backups/${finishedBackup.id}/download`,
    headers: { authorization: `Bearer ${superAdmin.token}`, 'accept-encoding': 'gzip' },
  })
  expect(downloadResponse.headers).toMatchObject({
    'content-type': 'application/x-tar',
    'content-length': String(finishedBackup.bytes),
  })
  expect(downloadResponse.headers['content-encoding']).toBeUndefined()
  expect(createHash('sha256').update(downloadResponse.rawPayload).digest('hex')).toBe(finishedBackup.sha256)
  const auditRows = await portal.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'backup')
    .orderBy('id')
    .execute()
  expect(auditRows.map(({ detail }) => detail)).toEqual([
    'A backup was begun.',
    `${finishedBackup.file} was downloaded.`,
  ])
})

test('the list includes backups of the folder without a row', async () => {
  const folder = join(portal.services.config.dataDir, 'backups')
  const firstBackup = (await listBackups()).data[0]
  await copyFile(
    join(folder, firstBackup?.file ?? ''),
    join(folder, 'tahanan-2020-01-02T03-04-05Z-schedule.tar'),
  )
  await writeFile(join(folder, 'notes.txt'), 'not one')
  await writeFile(join(folder, '.hidden.tar'), 'not one')
  const oldBackup = (await listBackups()).data.find(({ file }) => file?.includes('2020-01-02'))
  expect(oldBackup).toMatchObject({
    state: 'done',
    cause: 'schedule',
    bytes: firstBackup?.bytes,
    downloadable: true,
  })
  expect(
    (await listBackups()).data.map(({ file }) => file),
    'the newest first',
  ).toEqual([firstBackup?.file, oldBackup?.file])
  await rm(join(folder, 'tahanan-2020-01-02T03-04-05Z-schedule.tar'))
  const removedBackup = (await listBackups()).data.find(({ file }) => file?.includes('2020-01-02'))
  expect(removedBackup?.downloadable).toBe(false)
  expect((await superAdmin.get(`/backups/${removedBackup?.id}/download`)).status).toBe(404)
  await portal.db
    .deleteFrom('backups')
    .where('id', '=', removedBackup?.id ?? 0)
    .execute()
})

test('a file name with a path out of the folder is never opened', async () => {
  const row = { cause: 'person', state: 'done', bytes: 1, file: '../../etc/passwd' } as const
  const { id } = await portal.db.insertInto('backups').values(row).returning('id').executeTakeFirstOrThrow()
  expect((await superAdmin.get(`/backups/${id}/download`)).status).toBe(404)
  await portal.db.deleteFrom('backups').where('id', '=', id).execute()
})

test('a backup that failed or is elsewhere is neither linked nor downloaded', async () => {
  const firstBackup = (await listBackups()).data[0]
  for (const state of ['failed', 'removed'] as const) {
    await portal.db
      .updateTable('backups')
      .set({ state })
      .where('id', '=', firstBackup?.id ?? 0)
      .execute()
    expect((await listBackups()).data[0]?.downloadable, state).toBe(false)
    expect((await superAdmin.post(`/backups/${firstBackup?.id}/download-link`)).status).toBe(404)
    expect((await superAdmin.get(`/backups/${firstBackup?.id}/download`)).status).toBe(404)
  }
  await portal.db
    .updateTable('backups')
    .set({ state: 'done' })
    .where('id', '=', firstBackup?.id ?? 0)
    .execute()
  const link = await superAdmin.post<{ url: string }>(`/backups/${firstBackup?.id}/download-link`)
  expect([link.status, link.body.url]).toEqual([
    200,
    expect.stringContaining(`/api/backups/${firstBackup?.id}/download`),
  ])
})

test('one of several processes makes the scheduled backup, and the list has the next time', async () => {
  await Promise.all([1, 2, 3].map(() => createScheduledBackup(portal.services)))
  await createScheduledBackup(portal.services)
  const { data, schedule } = await listBackups()
  expect(data.filter(({ cause, state }) => cause === 'schedule' && state === 'done')).toHaveLength(1)
  expect(schedule).toMatchObject({ every: 'daily 02:30', keep: 2 })
  expect(new Date(schedule.next ?? 0).getTime()).toBeGreaterThan(Date.now())
  expect(schedule.next).toMatch(/T18:30:00/)
})

test('a backup whose process died is recorded as failed when the next begins', async () => {
  const { id } = await portal.db
    .insertInto('backups')
    .values({ cause: 'person', started_at: new Date(Date.now() - 600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const backupResponse = await superAdmin.post<{ id: number }>('/backups')
  expect(backupResponse.status).toBe(202)
  expect(await waitForBackup(id)).toMatchObject({
    state: 'failed',
    problem: 'The process that made it ended before it was done.',
  })
  expect(await waitForBackup(backupResponse.body.id)).toMatchObject({ state: 'done', problem: null })
})

test('with 20 backups made by hand in the folder no other is made (rules 12.23)', async () => {
  const folder = join(portal.services.config.dataDir, 'backups')
  const { manual } = await listBackups()
  expect(manual.most).toBe(20)
  const missingPaths = Array.from({ length: 20 - manual.count }, (_, n) => {
    const cause = n % 2 === 0 ? 'person' : 'command'
    return join(folder, `tahanan-2020-01-02T03-04-${String(n + 10)}Z-${cause}.tar`)
  })
  for (const file of missingPaths) await writeFile(file, 'a backup')
  expect((await listBackups()).manual).toEqual({ count: 20, most: 20 })

  const refusedAnswer = await superAdmin.post('/backups')
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'backupsFull'])
  const { config, pool } = portal.services
  const installationPlace = { dataDir: config.dataDir, connectionString: getConnectionString(pool) }
  await expect(createTestBackup(installationPlace)).rejects.toThrow(
    'There are 20 backups made by hand or by command',
  )
  await createTestBackup(installationPlace, { to: join(config.dataDir, 'elsewhere.tar') })
  await createTestBackup(installationPlace, { cause: 'reset' })
  for (const file of missingPaths) await rm(file)
})
