import { expect, test } from 'vitest'
import { loadConfig } from '#boot/config.ts'
import { describeSchedule, nextBackup, parseSchedule, type BackupSchedule } from './schedule.ts'

const schedule = (text: string): BackupSchedule => {
  const read = parseSchedule(text)
  if (!read) throw new Error(text)
  return read
}
const at = (text: string) => new Date(text)
const next = (text: string, now: string, succeeded: string | null = null, failed: string | null = null) =>
  nextBackup(
    schedule(text),
    'Asia/Manila',
    { succeeded: succeeded ? at(succeeded) : null, failed: failed ? at(failed) : null },
    at(now),
  ).toISOString()

test('daily is by the community clock, whatever the server says', () => {
  // 02:30 in Manila is 18:30 of the day before in UTC.
  expect(next('daily 02:30', '2026-11-21T00:00:00Z', '2026-11-20T18:30:05Z')).toBe('2026-11-21T18:30:00.000Z')
  expect(next('daily 02:30', '2026-12-31T18:29:00Z', '2026-12-30T18:30:05Z')).toBe('2026-12-31T18:30:00.000Z')
})

test('one that was missed, or that never was, is due at once', () => {
  expect(next('daily 02:30', '2026-11-21T00:00:00Z')).toBe('2026-11-20T18:30:00.000Z')
  expect(next('daily 02:30', '2026-11-21T00:00:00Z', '2026-11-18T18:30:05Z')).toBe('2026-11-20T18:30:00.000Z')
  expect(next('every 6h', '2026-11-21T00:00:00Z')).toBe('2026-11-21T00:00:00.000Z')
})

test('every so many hours counts from the last one', () => {
  expect(next('every 6h', '2026-11-21T00:00:00Z', '2026-11-20T23:00:00Z')).toBe('2026-11-21T05:00:00.000Z')
})

test('one that failed is tried again a quarter of an hour later, not at once and not a day later', () => {
  expect(next('daily 02:30', '2026-11-20T18:31:00Z', '2026-11-19T18:30:05Z', '2026-11-20T18:30:05Z')).toBe(
    '2026-11-20T18:45:05.000Z',
  )
  expect(next('daily 02:30', '2026-11-21T00:00:00Z', '2026-11-20T18:46:00Z', '2026-11-20T18:30:05Z')).toBe(
    '2026-11-21T18:30:00.000Z',
  )
})

test('one that was made while the clock was ahead does not put off the next', () => {
  // Made two days ahead of now, and one that failed then: due at once, as if there were none.
  expect(next('daily 02:30', '2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-22T12:00:00Z')).toBe(
    '2026-11-19T18:30:00.000Z',
  )
  expect(next('every 6h', '2026-11-20T12:00:00Z', '2099-01-01T00:00:00Z')).toBe('2026-11-20T12:00:00.000Z')
  expect(next('every 6h', '2026-11-20T12:00:00Z', '2026-11-20T12:00:03Z')).toBe('2026-11-20T18:00:03.000Z')
})

test('is told in words', () => {
  expect(['daily 2:05', 'every 6 hours', 'EVERY 1H'].map((text) => describeSchedule(schedule(text)))).toEqual(
    ['daily 02:05', 'every 6 hours', 'every hour'],
  )
})

test('a schedule that is not understood keeps the portal from starting', () => {
  expect(loadConfig({ BACKUP_SCHEDULE: 'Daily 2:30' }).backupSchedule).toEqual({
    every: 'day',
    hour: 2,
    minute: 30,
  })
  expect(loadConfig({ BACKUP_SCHEDULE: 'every 6h' }).backupSchedule).toEqual({ every: 'hours', hours: 6 })
  for (const text of ['hourly', 'daily', 'daily 25:00', 'every 0h', 'every 500h', '0 2 * * *'])
    expect(() => loadConfig({ BACKUP_SCHEDULE: text }), text).toThrow('BACKUP_SCHEDULE')
})
