import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { getConnectionString } from '#platform/db/connect.ts'
import { openTestPortal } from '#testing/portal.ts'
import { toBackupName } from './archive/archive-folder.ts'
import { parseSchedule } from './backup-schedule.ts'
import { findNextScheduledBackup } from './create-scheduled-backup.ts'
import { createTestBackup } from './testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const portal = await openTestPortal({ backupSchedule: parseSchedule('every 6h') ?? undefined })
const { dataDir } = portal.services.config
const folder = join(dataDir, 'backups')

const fromNow = (milliseconds: number): Date => new Date(Date.now() + milliseconds)
const toScheduledName = (milliseconds: number) => toBackupName(fromNow(milliseconds), 'schedule')

async function insertScheduledBackup(state: 'done' | 'failed', startedAt: Date): Promise<void> {
  await portal.db.insertInto('backups').values({ cause: 'schedule', state, started_at: startedAt }).execute()
}

afterEach(async () => void (await portal.db.deleteFrom('backups').execute()))

test('a backup of a time when the clock was ahead does not hide the last one', async () => {
  const lastTime = fromNow(-HOUR_MS)
  await insertScheduledBackup('done', lastTime)
  await insertScheduledBackup('done', fromNow(2 * DAY_MS))
  expect(await findNextScheduledBackup(portal.services)).toEqual(new Date(lastTime.getTime() + 6 * HOUR_MS))
})

test('a backup dated in the future does not postpone the next', async () => {
  for (const state of ['done', 'failed'] as const) await insertScheduledBackup(state, fromNow(2 * DAY_MS))
  const nextTime = await findNextScheduledBackup(portal.services)
  expect(nextTime?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a failed backup of a time when the clock was ahead does not hide the last failed one', async () => {
  const failedTime = fromNow(-5 * MINUTE_MS)
  await insertScheduledBackup('done', fromNow(-DAY_MS))
  await insertScheduledBackup('failed', failedTime)
  await insertScheduledBackup('failed', fromNow(2 * DAY_MS))
  expect(await findNextScheduledBackup(portal.services)).toEqual(
    new Date(failedTime.getTime() + 15 * MINUTE_MS),
  )
})

test('a backup dated less than 5 minutes ahead is the last one', async () => {
  const lastTime = fromNow(2 * MINUTE_MS)
  await insertScheduledBackup('done', lastTime)
  expect(await findNextScheduledBackup(portal.services)).toEqual(new Date(lastTime.getTime() + 6 * HOUR_MS))
})

test('files dated ahead do not count among the kept ones, and the new backup stays', async () => {
  const [farAhead, slightlyAhead] = [toScheduledName(2 * DAY_MS), toScheduledName(4 * MINUTE_MS)]
  const [yesterday, older] = [toScheduledName(-DAY_MS), toScheduledName(-2 * DAY_MS)]
  await mkdir(folder, { recursive: true })
  const createBackupFiles = async (names: readonly string[]) => {
    for (const name of names) await writeFile(join(folder, name), 'a backup')
  }
  const installation = { dataDir, connectionString: getConnectionString(portal.services.pool) }
  const createScheduled = (keep: number) => createTestBackup(installation, { cause: 'schedule', keep })

  await createBackupFiles([farAhead, yesterday, older])
  const firstName = basename((await createScheduled(2)).path)
  expect((await readdir(folder)).toSorted()).toEqual([yesterday, firstName, farAhead])

  await createBackupFiles([slightlyAhead])
  const secondName = basename((await createScheduled(1)).path)
  expect((await readdir(folder)).toSorted()).toEqual([secondName, slightlyAhead, farAhead])
})
