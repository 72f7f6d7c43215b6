import fs, { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { toBackupName } from '@tahanan/server/platform/backup/archive/archive-folder.ts'
import { openTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { createTestBucket } from '@tahanan/server/platform/files/store/testing-bucket.ts'
import { createTestTenant } from '@tahanan/server/testing/accounts.ts'
import { serveTestPortal } from '@tahanan/server/testing/served-portal.ts'
import { startRedis, type RedisServer } from '../nodes/redis-server.ts'
import { startTcpProxy, type TcpProxy } from '../nodes/tcp-proxy.ts'
import { waitUntil } from '../nodes/until.ts'
import {
  ALERTS_FILE,
  compareFiredAlerts,
  hasPromtool,
  parseMetrics,
  runPromtool,
  type Scrape,
} from './promtool-command.ts'

/**
 * Tests deploy/alerts.yaml: causes each fault in a portal, then evaluates the alert rules with the values of
 * the portal's `/metrics`.
 */
const PROMTOOL_MISSING_MESSAGE = 'promtool is not here (scripts/prepare/promtool.mjs)'
const canCheck = hasPromtool()

const database = await openTestDatabase()
const { db, pool } = database
let redis: RedisServer
let bucketProxy: TcpProxy
let bucket: Awaited<ReturnType<typeof createTestBucket>>
let portal: Awaited<ReturnType<typeof serveTestPortal>>
let dataDir: string
let token: string

beforeAll(async () => {
  if (!canCheck) return
  redis = await startRedis()
  bucket = await createTestBucket()
  dataDir = await mkdtemp(join(tmpdir(), 'tahanan-alerts-'))
  const address = new URL(database.connectionString)
  bucketProxy = await startTcpProxy(`${address.searchParams.get('host')}/.s.PGSQL.5432`)
  address.search = ''
  address.host = `127.0.0.1:${bucketProxy.port}`
  await createBackupFile(1)
  const { endpoint, bucket: name, credentials } = bucket.config
  portal = await serveTestPortal(
    { connectionString: address.href, dataDir },
    {
      DEMO: 'false',
      REDIS_URL: redis.url,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
  )
  const { id } = await createTestTenant(db)
  ;({ token } = await createSession(db, 'client', id))
  expect(await fetchMeStatus()).toBe(200)
})
afterAll(async () => {
  if (!canCheck) return
  await portal.stop().catch(() => {})
  await bucketProxy.close()
  await bucket.close()
  await redis.close()
  await rm(dataDir, { recursive: true, force: true })
})

const fetchMeStatus = async (): Promise<number> =>
  (await fetch(`${portal.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status

async function scrapeMetrics(): Promise<Scrape> {
  const response = await fetch(`${portal.url}/metrics`).catch(() => undefined)
  return response?.ok ? parseMetrics(await response.text()) : null
}

const scrapeMetricsUntil = (series: string, hasExpectedValue: (value: number) => boolean): Promise<Scrape> =>
  waitUntil(`${series} shows it`, async () => {
    const metrics = await scrapeMetrics()
    return hasExpectedValue(metrics?.get(series) ?? NaN) && metrics
  })

const getTimeBefore = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function createBackupFile(hours: number): Promise<void> {
  const folder = join(dataDir, 'backups')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await writeFile(join(folder, toBackupName(getTimeBefore(hours), 'schedule')), 'tar')
}

async function holdQueryLocks(query: string): Promise<Client> {
  const client = (await pool.connect()) as unknown as Client & { release(): void }
  await client.query('begin')
  await waitUntil('the lock', async () => ((await client.query(query)).rowCount ?? 0) > 0)
  onTestFinished(async () => {
    await client.query('rollback')
    client.release()
  })
  return client
}

async function addMails(count: number, state: 'waiting' | 'delayed' | 'failed', dueAt: Date): Promise<void> {
  const { id } = await createTestTenant(db)
  const notifications = await db
    .insertInto('notifications')
    .values(
      Array.from({ length: count }, () => ({
        area: 'client' as const,
        tenant_id: id,
        title: 'Gate pass approved',
        message: 'It is approved.',
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('deliveries')
    .values(
      notifications.map((notice) => ({
        notification_id: notice.id,
        area: 'client' as const,
        reader_id: id,
        channel: 'mail' as const,
        state,
        due_at: dueAt,
      })),
    )
    .execute()
  onTestFinished(async () => {
    await db.deleteFrom('notifications').where('tenant_id', '=', id).execute()
  })
}

const realStatfs = fs.statfs
/** Makes every disk report this share of free space (0 to 1) until the test ends. */
function fakeDisk(freeShare: number): void {
  vi.spyOn(fs, 'statfs').mockImplementation((async (path: string) => {
    const filesystemFacts = await realStatfs(path)
    return Object.assign(filesystemFacts, { bavail: Math.floor(filesystemFacts.blocks * freeShare) })
  }) as typeof fs.statfs)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

const addJob = (name: string, options = '') =>
  pool.query(`select graphile_worker.add_job('${name}'${options})`)
const removeJobsAfterTest = () =>
  onTestFinished(async () => {
    await pool.query(
      `select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier in ('waits', 'fails')))`,
    )
  })

interface Fault {
  readonly firingAlerts: readonly string[]
  readonly cause: () => Promise<Scrape>
  readonly prepare?: () => void
}

/**
 * Each fault needs a healthy portal and repairs it at its end. Only the last fault does not, so it must stay
 * last.
 */
const FAULTS: Readonly<Record<string, Fault>> = {
  'an old backup file': {
    firingAlerts: ['TahananBackupOld'],
    async cause() {
      await createBackupFile(49)
      onTestFinished(() => createBackupFile(1))
      return scrapeMetrics()
    },
  },
  'no backup file, whatever the rows say': {
    firingAlerts: ['TahananBackupOld'],
    async cause() {
      await rm(join(dataDir, 'backups'), { recursive: true })
      onTestFinished(() => createBackupFile(1))
      await db
        .insertInto('backups')
        .values({ cause: 'schedule', state: 'done', finished_at: new Date() })
        .execute()
      return scrapeMetrics()
    },
  },
  'a full disk': {
    firingAlerts: ['TahananDiskFull'],
    prepare: () => fakeDisk(0.05),
    cause: scrapeMetrics,
  },
  'a disk that fills': {
    firingAlerts: ['TahananDiskFullSoon'],
    prepare: () => fakeDisk(0.6),
    async cause() {
      fakeDisk(0.3)
      return scrapeMetrics()
    },
  },
  'deliveries that nobody sends': {
    firingAlerts: ['TahananDeliveriesWait'],
    async cause() {
      await holdQueryLocks(
        `select from graphile_worker._private_job_queues
         where queue_name = 'deliver-mail' and locked_at is null for update`,
      )
      await addMails(1, 'waiting', getTimeBefore(1))
      return scrapeMetricsUntil('tahanan_deliveries_oldest_seconds{channel="mail"}', (value) => value > 0)
    },
  },
  'a mail server that refuses': {
    firingAlerts: ['TahananDeliveriesDelayed'],
    async cause() {
      await addMails(11, 'delayed', getTimeBefore(-1))
      return scrapeMetrics()
    },
  },
  'deliveries that failed': {
    firingAlerts: ['TahananDeliveriesFailed'],
    async cause() {
      await addMails(51, 'failed', getTimeBefore(1))
      return scrapeMetrics()
    },
  },
  'a job that nobody runs': {
    firingAlerts: ['TahananJobsStuck'],
    async cause() {
      removeJobsAfterTest()
      await addJob('waits', `, run_at => now() - interval '20 minutes'`)
      return scrapeMetrics()
    },
  },
  'a job that was given up': {
    firingAlerts: ['TahananJobsFailed'],
    async cause() {
      removeJobsAfterTest()
      await addJob('fails')
      await pool.query(
        `select graphile_worker.permanently_fail_jobs(array(
          select id from graphile_worker.jobs where task_identifier = 'fails'))`,
      )
      return scrapeMetrics()
    },
  },
  'live events that are not sent': {
    firingAlerts: ['TahananEventsWait'],
    async cause() {
      await holdQueryLocks(`select pg_advisory_xact_lock(hashtext('tahanan.relay'))`)
      // Deletes the events before the lock is released. Otherwise the relay could still send them during the
      // next test.
      onTestFinished(async () => void (await pool.query('delete from outbox')))
      await pool.query(
        `insert into outbox (topic, payload) select 'settings', '{}' from generate_series(1, 1001)`,
      )
      return scrapeMetrics()
    },
  },
  'many wrong passwords': {
    firingAlerts: ['TahananFailedLogins'],
    async cause() {
      const loginBody = JSON.stringify({ email: 'nobody@example.test', password: 'wrong' })
      const headers = { 'content-type': 'application/json' }
      for (let attempt = 0; attempt < 20; attempt++)
        await fetch(`${portal.url}/api/login/admin`, { method: 'POST', headers, body: loginBody })
      return scrapeMetrics()
    },
  },
  'a bucket that fails': {
    firingAlerts: ['TahananBucketAway', 'TahananBucketErrors', 'TahananErrors'],
    async cause() {
      bucket.failWith(503)
      onTestFinished(() => bucket.failWith(undefined))
      const uploadForm = new FormData()
      uploadForm.append('url', 'images/a.png')
      uploadForm.append('file', new Blob([new Uint8Array(await createSamplePicture('png'))]), 'a.png')
      const headers = { authorization: `Bearer ${token}` }
      expect(
        (await fetch(`${portal.url}/api/file`, { method: 'POST', headers, body: uploadForm })).status,
      ).toBe(503)
      return scrapeMetricsUntil('tahanan_bucket_up', (value) => value === 0)
    },
  },
  'Redis away': {
    firingAlerts: ['TahananRedisAway'],
    async cause() {
      await redis.process.end('SIGKILL')
      onTestFinished(async () => {
        await redis.start()
        await scrapeMetricsUntil('tahanan_redis_up', (value) => value === 1)
      })
      return scrapeMetricsUntil('tahanan_redis_up', (value) => value === 0)
    },
  },
  'the database away': {
    firingAlerts: ['TahananDatabaseAway', 'TahananErrors'],
    async cause() {
      bucketProxy.cut()
      onTestFinished(async () => {
        bucketProxy.mend()
        await scrapeMetricsUntil('tahanan_database_up', (value) => value === 1)
      })
      expect(await fetchMeStatus()).toBe(503)
      return scrapeMetricsUntil('tahanan_database_up', (value) => value === 0)
    },
  },
  'the portal down': {
    firingAlerts: ['TahananDown'],
    async cause() {
      await portal.stop()
      return scrapeMetrics()
    },
  },
}

/** Expects that exactly these alerts fire. Sorts them, because promtool compares them in order of name. */
async function expectAlerts(
  firingAlerts: readonly string[],
  metricsBefore: Scrape,
  metricsDuringFault: Scrape,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-promtool-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(await compareFiredAlerts(folder, firingAlerts.toSorted(), metricsBefore, metricsDuringFault)).toBe(
    '',
  )
}

test('promtool accepts the rules, and the metrics of the portal', async ({ skip }) => {
  if (!canCheck) skip(PROMTOOL_MISSING_MESSAGE)
  const rules = runPromtool(['check', 'rules', ALERTS_FILE])
  expect(rules.isSuccessful, rules.output).toBe(true)
  const text = await (await fetch(`${portal.url}/metrics`)).text()
  const portalMetrics = text
    .split('\n')
    .filter((line) => /\btahanan_/.test(line))
    .join('\n')
  expect(runPromtool(['check', 'metrics'], `${portalMetrics}\n`).output).toBe('')
})

test('on a healthy portal no alert fires', async ({ skip }) => {
  if (!canCheck) skip(PROMTOOL_MISSING_MESSAGE)
  const metricsBefore = await scrapeMetrics()
  expect(await fetchMeStatus()).toBe(200)
  await expectAlerts([], metricsBefore, await scrapeMetrics())
})

test.for(Object.entries(FAULTS))('%s: its alerts fire, and no other', async ([, fault], { skip }) => {
  if (!canCheck) skip(PROMTOOL_MISSING_MESSAGE)
  fault.prepare?.()
  const metricsBefore = await scrapeMetrics()
  await expectAlerts(fault.firingAlerts, metricsBefore, await fault.cause())
})

test('every alert has its fault here', async () => {
  interface Group {
    readonly rules: readonly { readonly alert: string }[]
  }
  const { groups } = parse(await readFile(ALERTS_FILE, 'utf8')) as { groups: readonly Group[] }
  const testedAlerts = new Set(Object.values(FAULTS).flatMap(({ firingAlerts }) => firingAlerts))
  expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).toSorted()).toEqual(
    [...testedAlerts].toSorted(),
  )
})
