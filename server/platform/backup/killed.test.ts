import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { Backups } from '@tahanan/contract/database/answers.ts'
import { parseSchedule } from './backup-schedule.ts'

const portal = await openTestPortal({ backupSchedule: parseSchedule('every 6h') ?? undefined })
const superAdmin = await portal.as('super-admin')

test('a scheduled backup cut off by a crash has failed, and is due again after 15 minutes', async () => {
  const startedAt = new Date(Date.now() - 5 * 60_000)
  const { id } = await portal.db
    .insertInto('backups')
    .values({ cause: 'schedule', started_at: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { body } = await superAdmin.get<Backups>('/backups')
  expect(body.data.find((backup) => backup.id === id)).toMatchObject({
    state: 'failed',
    problem: 'The process that made it ended before it was done.',
  })
  expect(body.schedule.next).toBe(new Date(startedAt.getTime() + 15 * 60_000).toISOString())
})

test('an unfinished backup dated ahead, from a clock that was ahead, blocks no later backup', async () => {
  const { id } = await portal.db
    .insertInto('backups')
    .values({ cause: 'person', started_at: new Date(Date.now() + 24 * 3_600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { body } = await superAdmin.get<Backups>('/backups')
  expect(body.data.find((backup) => backup.id === id)).toMatchObject({ state: 'failed' })
})
