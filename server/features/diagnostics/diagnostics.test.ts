import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getBackupFolder, toBackupName } from '#platform/backup/archive/archive-folder.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Diagnostics, TestMail } from '@tahanan/contract/diagnostics/answers.ts'
import { judgeBackups, judgeClock, judgeProxy, judgeDiskSpace } from './diagnose-portal.ts'

const SECRET = 'hidden-secret-17'
const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({
  redisUrl: `redis://:${SECRET}@127.0.0.1:${await findFreePort()}`,
  smtpUrl: smtp.url.replace('://', `://office:${SECRET}@`),
  publicUrl: 'https://portal.example.ph',
})
const superAdmin = await portal.as('super-admin', { email: 'ana@example.ph' })
const sendTestMail = async () => (await superAdmin.post<TestMail>('/test-mail')).body

test('each part says how it is set and whether it works, and one that is away fails alone (rules 11.23)', async () => {
  const { body } = await superAdmin.get<Diagnostics>('/diagnostics')
  const findings = Object.fromEntries(body.checks.map(({ part, state, words }) => [part, [state, words]]))
  expect(findings).toEqual({
    Database: [
      'good',
      expect.stringMatching(
        /^Embedded, in .*\. PostgreSQL \d+\.\d+, \d+ MB, \d+ connections, answered in \d+ ms\.$/,
      ),
    ],
    Clock: ['good', 'Server and database have the same time.'],
    Files: ['good', expect.stringMatching(/^In .*\. A file can be written\.$/)],
    Disk: [expect.stringMatching(/good|warning/), expect.stringMatching(/ free where the data lie/)],
    Proxy: ['warning', expect.stringContaining('PUBLIC_URL says https://portal.example.ph')],
    'Several processes': [
      'failed',
      expect.stringMatching(/^By Redis at 127\.0\.0\.1:\d+\. It could not be reached \(ECONNREFUSED\)\.$/),
    ],
    Mail: ['unchecked', expect.stringMatching(/^By 127\.0\.0\.1:\d+\.$/)],
    'Online payments': ['off', ''],
    'Push messages': ['unchecked', 'On. 0 browsers get them.'],
    Backups: ['warning', expect.stringMatching(/^By hand only, not encrypted\. There is none yet/)],
    Jobs: ['good', expect.stringMatching(/^\d+ due, 0 given up this week\.$/)],
    Metrics: ['good', 'On this machine only.'],
  })
  expect(JSON.stringify(body)).not.toContain(SECRET)
})

const getBackupText = async () => {
  const { body } = await superAdmin.get<Diagnostics>('/diagnostics')
  return body.checks.find(({ part }) => part === 'Backups')?.words
}

test('the age of the last backup is that of its file, not of its row', async () => {
  await portal.db
    .insertInto('backups')
    .values({ cause: 'person', state: 'done', finished_at: new Date() })
    .execute()
  expect(await getBackupText()).toContain('There is none yet')
  const folder = getBackupFolder(portal.services.config)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, toBackupName(new Date(Date.now() - 5 * 3_600_000), 'person')), 'tar')
  expect(await getBackupText()).toContain('The last good one is 5 hours old, ')
})

test('a failed call stands among what the log warned of, without data of people', async () => {
  portal.services.log.error({ err: new RangeError('Ana Reyes'), route: '/api/tenant/:id' }, 'a call failed')
  portal.services.log.error({ err: new RangeError('Ben Cruz'), route: '/api/tenant/:id' }, 'a call failed')
  const { body } = await superAdmin.get<Diagnostics>('/diagnostics')
  const kind = 'a call failed at /api/tenant/:id (RangeError)'
  expect(body.logged).toContainEqual({ kind, count: 2, last: expect.any(String) })
  expect(JSON.stringify(body)).not.toMatch(/Reyes|Cruz/)
})

test('a test mail goes to who asks, five times, and a refusal says what the mail server said (rules 11.24)', async () => {
  expect(await sendTestMail()).toEqual({
    sent: true,
    message: 'The mail server took a test mail to ana@example.ph. Look whether it arrives.',
  })
  expect(smtp.received.map(({ to }) => to)).toEqual([['ana@example.ph']])
  expect(smtp.received[0]?.data).toContain('Subject: Test mail of ')
  const recordedDeliveries = await portal.db
    .selectFrom('deliveries')
    .select(['area', 'purpose', 'state'])
    .execute()
  expect(recordedDeliveries).toEqual([{ area: 'super-admin', purpose: 'test', state: 'sent' }])
  smtp.fault = 'refuse the sender'
  expect(await sendTestMail()).toEqual({ sent: false, message: expect.stringContaining('not your domain') })
  smtp.fault = 'none'
  for (let sentCount = 2; sentCount < 5; sentCount++) expect((await sendTestMail()).sent).toBe(true)
  expect((await superAdmin.post('/test-mail')).status).toBe(429)
  expect((await (await portal.as('super-admin')).post('/test-mail')).status).toBe(200)
})

test.each([
  [0, 'good', 'Server and database have the same time'],
  [-2000, 'good', 'Server and database have the same time'],
  [2001, 'warning', 'The database is 2 seconds ahead of the server: set both by NTP'],
  [-90_000, 'warning', 'The database is 90 seconds behind the server: set both by NTP'],
])('a clock that is %i ms ahead is %s', (aheadMs, state, words) => {
  expect(judgeClock(aheadMs)).toEqual({ state, words })
})

const GIGABYTE = 1024 ** 3

test('less than a tenth of the disk is little room', () => {
  expect(judgeDiskSpace(10 * GIGABYTE, 100 * GIGABYTE).state).toBe('good')
  expect(judgeDiskSpace(9.9 * GIGABYTE, 100 * GIGABYTE)).toEqual({
    state: 'warning',
    words: '9.9 GB of 100 GB free where the data lie: make room',
  })
})

const NOW = new Date('2026-11-28T12:00:00Z')
const DAILY_SCHEDULE = { every: 'day', hour: 2, minute: 30 } as const
const getHoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

test.each([
  [null, DAILY_SCHEDULE, 'warning', 'There is none yet'],
  [getHoursAgo(0.5), DAILY_SCHEDULE, 'good', 'The last good one is less than an hour old'],
  [getHoursAgo(47), DAILY_SCHEDULE, 'good', 'The last good one is 47 hours old'],
  [getHoursAgo(48), DAILY_SCHEDULE, 'failed', 'The last good one is 2 days old'],
  [getHoursAgo(11), { every: 'hours', hours: 6 } as const, 'good', 'The last good one is 11 hours old'],
  [getHoursAgo(12), { every: 'hours', hours: 6 } as const, 'failed', 'The last good one is 12 hours old'],
  [getHoursAgo(1), undefined, 'warning', 'The last good one is 1 hour old'],
])('a last backup of %s is %#', (last, schedule, state, words) => {
  expect(judgeBackups(last, schedule, NOW)).toEqual({ state, words })
})

const PROXIED_REQUEST = { ip: '203.0.113.9', peer: '127.0.0.1', protocol: 'https', host: 'portal.example.ph' }

test.each([
  ['behind a proxy that is set', { trustProxy: 1 }, '203.0.113.9', undefined],
  ['without a proxy', { trustProxy: false }, undefined, undefined],
  ['behind a proxy that is not set', { trustProxy: false }, '203.0.113.9', /TRUST_PROXY is not set/],
  ['without the proxy that is set', { trustProxy: 1 }, undefined, /no proxy said for whom it calls/],
  ['at another address', { trustProxy: 1, publicUrl: 'https://other.ph' }, '203.0.113.9', /PUBLIC_URL says/],
] as const)('a call %s', (_what, config, forwardedFor, fault) => {
  const { state, words } = judgeProxy(
    { publicUrl: 'https://portal.example.ph/', ...config },
    { ...PROXIED_REQUEST, forwardedFor },
  )
  expect(words).toContain('This call came to https://portal.example.ph from 203.0.113.9')
  expect(state).toBe(fault ? 'warning' : 'good')
  if (fault) expect(words).toMatch(fault)
})
