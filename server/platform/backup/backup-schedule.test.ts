import { expect, test } from 'vitest'
import { loadConfig } from '#boot/config.ts'
import { describeSchedule, getNextBackup, parseSchedule, type BackupSchedule } from './backup-schedule.ts'

const requireSchedule = (text: string): BackupSchedule => {
  const parsedSchedule = parseSchedule(text)
  if (!parsedSchedule) throw new Error(text)
  return parsedSchedule
}
const toDate = (text: string) => new Date(text)
const getNextBackupTime = (
  text: string,
  now: string,
  succeededAt: string | null = null,
  failedAt: string | null = null,
) =>
  getNextBackup(
    requireSchedule(text),
    'Asia/Manila',
    { succeeded: succeededAt ? toDate(succeededAt) : null, failed: failedAt ? toDate(failedAt) : null },
    toDate(now),
  ).toISOString()

test('a daily time is in the time zone of the community', () => {
  // 02:30 in Manila is 18:30 UTC of the previous day.
  expect(getNextBackupTime('daily 02:30', '2026-11-21T00:00:00Z', '2026-11-20T18:30:05Z')).toBe(
    '2026-11-21T18:30:00.000Z',
  )
  expect(getNextBackupTime('daily 02:30', '2026-12-31T18:29:00Z', '2026-12-30T18:30:05Z')).toBe(
    '2026-12-31T18:30:00.000Z',
  )
})

test('a missed backup and the first one are due at once', () => {
  expect(getNextBackupTime('daily 02:30', '2026-11-21T00:00:00Z')).toBe('2026-11-20T18:30:00.000Z')
  expect(getNextBackupTime('daily 02:30', '2026-11-21T00:00:00Z', '2026-11-18T18:30:05Z')).toBe(
    '2026-11-20T18:30:00.000Z',
  )
  expect(getNextBackupTime('every 6h', '2026-11-21T00:00:00Z')).toBe('2026-11-21T00:00:00.000Z')
})

test('an interval of hours counts from the last backup', () => {
  expect(getNextBackupTime('every 6h', '2026-11-21T00:00:00Z', '2026-11-20T23:00:00Z')).toBe(
    '2026-11-21T05:00:00.000Z',
  )
})

test('a failed backup is retried after 15 minutes', () => {
  expect(
    getNextBackupTime('daily 02:30', '2026-11-20T18:31:00Z', '2026-11-19T18:30:05Z', '2026-11-20T18:30:05Z'),
  ).toBe('2026-11-20T18:45:05.000Z')
  expect(
    getNextBackupTime('daily 02:30', '2026-11-21T00:00:00Z', '2026-11-20T18:46:00Z', '2026-11-20T18:30:05Z'),
  ).toBe('2026-11-21T18:30:00.000Z')
})

test('a backup dated a little ahead is the last one', () => {
  expect(getNextBackupTime('every 6h', '2026-11-20T12:00:00Z', '2026-11-20T12:00:03Z')).toBe(
    '2026-11-20T18:00:03.000Z',
  )
})

test('a schedule is formatted for readers', () => {
  expect(
    ['daily 2:05', 'every 6 hours', 'EVERY 1H'].map((text) => describeSchedule(requireSchedule(text))),
  ).toEqual(['daily 02:05', 'every 6 hours', 'every hour'])
})

test('an invalid schedule prevents the start of the portal', () => {
  expect(loadConfig({ BACKUP_SCHEDULE: 'Daily 2:30' }).backupSchedule).toEqual({
    every: 'day',
    hour: 2,
    minute: 30,
  })
  expect(loadConfig({ BACKUP_SCHEDULE: 'every 6h' }).backupSchedule).toEqual({ every: 'hours', hours: 6 })
  for (const text of ['hourly', 'daily', 'daily 25:00', 'every 0h', 'every 500h', '0 2 * * *'])
    expect(() => loadConfig({ BACKUP_SCHEDULE: text }), text).toThrow('BACKUP_SCHEDULE')
})

test('an interval is 1 to 168 hours, and a backup just made at its time is the last one', () => {
  expect([parseSchedule('every 168h'), parseSchedule('every 169h'), parseSchedule('every 0h')]).toEqual([
    { every: 'hours', hours: 168 },
    null,
    null,
  ])
  expect(getNextBackupTime('daily 02:30', '2026-11-20T18:31:00Z', '2026-11-20T18:30:00Z')).toBe(
    '2026-11-21T18:30:00.000Z',
  )
  expect(
    getNextBackupTime('daily 02:30', '2026-11-20T18:31:00Z', '2026-11-20T18:25:00Z', '2026-11-20T18:20:00Z'),
  ).toBe('2026-11-20T18:30:00.000Z')
})
