import { expect, test } from 'vitest'
import type { Backup } from '@tahanan/contract/database/answers.ts'
import { describeCause, describeManualBackups, estimateProgress, formatElapsed } from './describe-backup.ts'

const createBackup = (changes: Partial<Backup>): Backup => ({
  id: 1,
  file: null,
  bytes: null,
  sha256: null,
  state: 'done',
  cause: 'person',
  startedBy: 'Ana',
  started_at: '2026-03-14T01:00:00.000Z',
  finished_at: '2026-03-14T01:00:20.000Z',
  problem: null,
  encrypted: false,
  downloadable: false,
  ...changes,
})

test('a backup shows its cause and its author', () => {
  expect(describeCause(createBackup({}))).toBe('By hand, Ana')
  expect(describeCause(createBackup({ cause: 'schedule', startedBy: '' }))).toBe('Scheduled')
})

test('the backups made by hand are counted, and their limit is said (rules 12.23)', () => {
  expect(describeManualBackups({ count: 3, most: 20 })).toBe('Made by hand or by command: 3 of at most 20.')
  expect(describeManualBackups({ count: 20, most: 20 })).toContain(
    'Old ones have to be removed on the server',
  )
})

test('a duration is in seconds, then in minutes', () => {
  expect(formatElapsed('2026-03-14T01:00:00Z', '2026-03-14T01:00:00.200Z')).toBe('under 1 s')
  expect(formatElapsed('2026-03-14T01:00:00Z', '2026-03-14T01:03:05Z')).toBe('3 min 5 s')
  expect(formatElapsed('2026-03-14T01:00:00Z', Date.parse('2026-03-14T01:00:09Z'))).toBe('9 s')
  expect(formatElapsed('2026-03-14T01:00:00Z', null)).toBe('')
})

test('progress is estimated from the last good backup and never reaches the end', () => {
  const runningBackup = createBackup({ id: 2, state: 'running', finished_at: null })
  const getTimeAfter = (seconds: number) => Date.parse(runningBackup.started_at) + seconds * 1000
  expect(estimateProgress(runningBackup, [runningBackup, createBackup({})], getTimeAfter(10))).toBe(0.5)
  expect(estimateProgress(runningBackup, [runningBackup, createBackup({})], getTimeAfter(100))).toBe(0.95)
  expect(
    estimateProgress(runningBackup, [runningBackup, createBackup({ state: 'failed' })], getTimeAfter(10)),
  ).toBeUndefined()
})
