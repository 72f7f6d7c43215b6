import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestTenant } from '#testing/accounts.ts'
import { createTestPortal, openTestPortal } from '#testing/portal.ts'
import { getBackupFolder, toBackupName, toPartialName } from '../backup/archive/archive-folder.ts'
import { createTestBucket } from '../files/store/testing-bucket.ts'
import { getRunningVersion } from '../version.ts'

const portal = await openTestPortal()

const getStatusOf = async (
  url: string,
  options: { remoteAddress?: string; headers?: Record<string, string> } = {},
  from = portal,
) => (await from.app.inject({ url, ...options })).statusCode

test('the process is healthy and ready, during maintenance too', async () => {
  await portal.db
    .updateTable('settings')
    .set({ value: '1' })
    .where('name', '=', 'isUnderMaintenance')
    .execute()
  for (const url of ['/healthz', '/readyz', '/metrics']) expect(await getStatusOf(url), url).toBe(200)
})

test('health and metrics name version and commit', async () => {
  const { body } = await portal.app.inject('/healthz')
  expect(JSON.parse(body)).toEqual({ status: 'ok', ...getRunningVersion() })
  const metricsResponse = await portal.app.inject('/metrics')
  const { version, commit } = getRunningVersion()
  expect(metricsResponse.body).toContain(`tahanan_build_info{version="${version}",commit="${commit}"} 1`)
})

test('metrics show calls by route and the state of the pool, without personal data', async () => {
  const resident = await portal.as('client', { clientCode: 'METRIC-1' })
  await resident.get(`/tenant/${resident.id}?searchTerm=secret`)
  const { body } = await portal.app.inject('/metrics')
  expect(body).toContain('route="/api/tenant/:id"')
  expect(body).toContain('tahanan_database_connections{state="waiting"} 0')
  expect(body).not.toMatch(/secret|METRIC-1/)
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function fetchMetrics(from = portal): Promise<(series: string) => number | undefined> {
  const { body } = await from.app.inject('/metrics')
  const metricValues = new Map(
    body.split('\n').map((line) => {
      const [, series = '', value = ''] = /^(\S+?(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return [series, Number(value.replace('Inf', 'Infinity'))]
    }),
  )
  return (series) => metricValues.get(series)
}

const fetchBackupAge = async () => (await fetchMetrics())('tahanan_backup_age_seconds')
test('metrics show the age of the newest backup file, whatever the rows say', async () => {
  expect(await fetchBackupAge()).toBe(Infinity)
  await portal.db
    .insertInto('backups')
    .values({ cause: 'schedule', state: 'done', finished_at: hoursAgo(1) })
    .execute()
  expect(await fetchBackupAge()).toBe(Infinity)
  const folder = getBackupFolder(portal.services.config)
  await mkdir(folder)
  for (const hours of [54, 30])
    await writeFile(join(folder, toBackupName(hoursAgo(hours), 'schedule')), 'tar')
  await writeFile(join(folder, toPartialName(toBackupName(hoursAgo(1), 'schedule'))), 'unfinished')
  expect((await fetchBackupAge())! / 3600).toBeCloseTo(30, 1)
})

test('metrics show outbox, queues and the disks of data, database and backups', async () => {
  await portal.services.relay.stop()
  await portal.db
    .insertInto('outbox')
    .values([
      { topic: 'settings', payload: '{}' },
      { topic: 'settings', payload: '{}' },
    ])
    .execute()
  const { pool } = portal.services
  await pool.query(`select graphile_worker.add_job('waits', run_at => now() - interval '90 s')`)
  await pool.query(`select graphile_worker.add_job('later', run_at => now() + interval '1 day')`)
  await pool.query(
    `select graphile_worker.permanently_fail_jobs(array[id]) from graphile_worker.add_job('failed')`,
  )
  const value = await fetchMetrics()
  expect(value('tahanan_database_up')).toBe(1)
  expect(value('tahanan_outbox_events')).toBe(2)
  const getCounts = (queue: string) =>
    ['waiting', 'failed'].map((name) => value(`tahanan_jobs_${name}{queue="${queue}"}`))
  expect(['waits', 'later', 'failed'].map(getCounts)).toEqual([
    [1, 0],
    [0, 0],
    [0, 1],
  ])
  expect(value('tahanan_jobs_oldest_seconds{queue="waits"}')).toBeGreaterThanOrEqual(90)
  expect(value('tahanan_jobs_oldest_seconds{queue="later"}')).toBe(0)
  for (const disk of ['data', 'backups']) {
    const freeBytes = value(`tahanan_disk_free_bytes{disk="${disk}"}`)
    expect(freeBytes).toBeGreaterThan(0)
    expect(value(`tahanan_disk_size_bytes{disk="${disk}"}`)).toBeGreaterThanOrEqual(freeBytes!)
  }
  expect(value('tahanan_redis_up')).toBeUndefined()
  expect(value('tahanan_bucket_errors_total{operation="read"}')).toBeUndefined()
})

test('metrics show deliveries by state, those that failed for a day, and how long the oldest is overdue', async () => {
  const { id } = await createTestTenant(portal.db)
  const notifications = await portal.db
    .insertInto('notifications')
    .values(
      Array.from({ length: 5 }, () => ({
        area: 'client' as const,
        tenant_id: id,
        title: 'News',
        message: 'New',
      })),
    )
    .returning('id')
    .execute()
  const deliveryRows = [
    { state: 'waiting', due_at: hoursAgo(2), at: hoursAgo(3) },
    { state: 'waiting', due_at: hoursAgo(-2), at: hoursAgo(3) },
    { state: 'failed', due_at: hoursAgo(3), at: hoursAgo(2) },
    { state: 'failed', due_at: hoursAgo(30), at: hoursAgo(30) },
    { state: 'sent', due_at: hoursAgo(9), at: hoursAgo(9) },
  ] as const
  await portal.db
    .insertInto('deliveries')
    .values(
      deliveryRows.map((row, index) => ({
        ...row,
        notification_id: notifications[index]!.id,
        area: 'client' as const,
        reader_id: id,
        channel: 'mail' as const,
      })),
    )
    .execute()
  const value = await fetchMetrics()
  const countByState = (channel: string) =>
    ['waiting', 'delayed', 'sending', 'failed', 'unclear', 'sent'].map((state) =>
      value(`tahanan_deliveries{channel="${channel}",state="${state}"}`),
    )
  expect(countByState('mail')).toEqual([2, 0, 0, 1, 0, undefined])
  expect(countByState('push')).toEqual([0, 0, 0, 0, 0, undefined])
  expect(value('tahanan_deliveries_oldest_seconds{channel="mail"}')! / 3600).toBeCloseTo(2, 1)
  expect(value('tahanan_deliveries_oldest_seconds{channel="push"}')).toBe(0)
})

test('a refused login counts by area and reason', async () => {
  const metricName = 'tahanan_failed_logins_total{area="super-admin",reason="wrong"}'
  const countBefore = (await fetchMetrics())(metricName)!
  const wrongLogin = { email: 'nobody@example.test', password: 'wrong' }
  expect((await portal.nobody.post('/login/super-admin', wrongLogin)).status).toBe(401)
  expect((await fetchMetrics())(metricName)).toBe(countBefore + 1)
})

test('without a token only callers on this machine, not through a proxy, see the metrics', async () => {
  expect(await getStatusOf('/metrics', { remoteAddress: '127.0.0.1' })).toBe(200)
  expect(await getStatusOf('/metrics', { remoteAddress: '::1' })).toBe(200)
  expect(await getStatusOf('/metrics', { remoteAddress: '203.0.113.7' })).toBe(404)
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(await getStatusOf('/metrics', { headers: { [header]: '127.0.0.1' } })).toBe(404)
})

test('with a token only callers with it see the metrics', async () => {
  const guardedPortal = await createTestPortal({ metricsToken: 'a-token-for-the-collector' })
  onTestFinished(guardedPortal.close)
  expect(await getStatusOf('/metrics', {}, guardedPortal)).toBe(404)
  const fetchMetricsStatus = (token: string) =>
    getStatusOf(
      '/metrics',
      { remoteAddress: '203.0.113.7', headers: { authorization: `Bearer ${token}` } },
      guardedPortal,
    )
  expect(await fetchMetricsStatus('a-token-for-the-collectoR')).toBe(404)
  expect(await fetchMetricsStatus('a-token-for-the-collector')).toBe(200)
})

test('without its database the process is healthy but not ready, and calls answer 503', async () => {
  const emptyPortal = await createTestPortal()
  onTestFinished(emptyPortal.close)
  const resident = await emptyPortal.as('client')
  await emptyPortal.services.pool.end()
  expect(await getStatusOf('/healthz', {}, emptyPortal)).toBe(200)
  expect(await getStatusOf('/readyz', {}, emptyPortal)).toBe(503)
  const meResponse = await resident.get('/me')
  expect(meResponse.status).toBe(503)
  expect(meResponse.body.code).toBe('unavailable')
  const metricsResponse = await emptyPortal.app.inject('/metrics')
  expect([metricsResponse.statusCode, metricsResponse.body]).toEqual([
    200,
    expect.stringContaining('tahanan_outbox_events Nan'),
  ])
  expect(metricsResponse.body).toContain('tahanan_database_up 0')
  expect(metricsResponse.body).not.toMatch(/^tahanan_(jobs|deliveries)_?\w*\{[^}]*(queue|state)=/m)
})

test('a call on a full disk of the database answers `storageFull`', async () => {
  const fullDiskPortal = await createTestPortal()
  onTestFinished(fullDiskPortal.close)
  const resident = await fullDiskPortal.as('client')
  await sql`create function no_room() returns trigger language plpgsql
    as $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`.execute(fullDiskPortal.db)
  await sql`create trigger no_room before insert on feedbacks execute function no_room()`.execute(
    fullDiskPortal.db,
  )
  const { status: postStatus, body } = await resident.post('/feedback', { rate: 5, message: 'Good' })
  expect([postStatus, body]).toEqual([
    503,
    {
      code: 'storageFull',
      message: 'There is no room to store anything at the moment. Nothing was saved. Please try again later.',
    },
  ])
})

test('a bucket that fails is reported, and the process stays ready', async () => {
  const bucket = await createTestBucket()
  const bucketPortal = await createTestPortal({ s3: bucket.config })
  onTestFinished(async () => {
    await bucketPortal.close()
    await bucket.close()
  })
  const fetchReadiness = async () => {
    const { statusCode, body } = await bucketPortal.app.inject('/readyz')
    return [statusCode, JSON.parse(body)] as const
  }
  const fetchBucketUpMetric = async () =>
    /^tahanan_bucket_up (.*)$/m.exec((await bucketPortal.app.inject('/metrics')).body)?.[1]
  expect(await fetchReadiness()).toEqual([200, { status: 'ok', bucket: 'ok' }])
  expect(await fetchBucketUpMetric()).toBe('1')
  bucket.failWith(503)
  await expect.poll(fetchReadiness).toEqual([200, { status: 'ok', bucket: 'unavailable' }])
  expect(await fetchBucketUpMetric()).toBe('0')
  const fetchBucketFailures = async () =>
    (await fetchMetrics(bucketPortal))('tahanan_bucket_errors_total{operation="stat"}')!
  const failuresBefore = await fetchBucketFailures()
  await expect(bucketPortal.services.files.disk.stat('any')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await fetchBucketFailures()).toBe(failuresBefore + 1)
  bucket.failWith(undefined)
  expect(await bucketPortal.services.files.disk.stat('any')).toBeNull()
  expect(await fetchBucketFailures()).toBe(failuresBefore + 1)
  await expect.poll(fetchReadiness).toEqual([200, { status: 'ok', bucket: 'ok' }])
})

test('a stopping process is not ready, and still answers calls', async () => {
  const superAdmin = await portal.as('super-admin')
  vi.spyOn(portal.services, 'isStopping').mockReturnValue(true)
  expect(await getStatusOf('/readyz')).toBe(503)
  expect(await getStatusOf('/healthz')).toBe(200)
  expect((await superAdmin.get('/me')).status).toBe(200)
})

test('files that cannot be written make the process not ready', async () => {
  const blockedPortal = await createTestPortal()
  onTestFinished(blockedPortal.close)
  const { incoming } = blockedPortal.services.files
  await rm(incoming, { recursive: true })
  expect(await getStatusOf('/readyz', {}, blockedPortal)).toBe(503)
  await mkdir(incoming)
  await expect.poll(() => getStatusOf('/readyz', {}, blockedPortal)).toBe(200)
})
