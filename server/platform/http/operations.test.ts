import { mkdir, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestPortal, openTestPortal } from '#testing/portal.ts'
import { createTestBucket } from '../files/store/testing-bucket.ts'
import { runningVersion } from '../version.ts'

const portal = await openTestPortal()

const status = async (
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
  for (const url of ['/healthz', '/readyz', '/metrics']) expect(await status(url), url).toBe(200)
})

test('health and metrics name version and commit', async () => {
  const { body } = await portal.app.inject('/healthz')
  expect(JSON.parse(body)).toEqual({ status: 'ok', ...runningVersion() })
  const metrics = await portal.app.inject('/metrics')
  const { version, commit } = runningVersion()
  expect(metrics.body).toContain(`tahanan_build_info{version="${version}",commit="${commit}"} 1`)
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

test('metrics show the age of the last backup, the free disk space, and the rows of outbox and queue', async () => {
  const read = async () => {
    const { body } = await portal.app.inject('/metrics')
    return (name: string) =>
      Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]?.replace('+Inf', 'Infinity'))
  }
  expect((await read())('tahanan_backup_age_seconds')).toBe(Infinity)
  await portal.db
    .insertInto('backups')
    .values([
      { cause: 'schedule', state: 'done', finished_at: hoursAgo(30) },
      { cause: 'schedule', state: 'failed', finished_at: hoursAgo(1) },
    ])
    .execute()
  await portal.services.relay.stop()
  await portal.db
    .insertInto('outbox')
    .values([
      { topic: 'settings', payload: '{}' },
      { topic: 'settings', payload: '{}' },
    ])
    .execute()
  const { pool } = portal.services
  await pool.query(`select graphile_worker.add_job('waits')`)
  await pool.query(`select graphile_worker.add_job('later', run_at => now() + interval '1 day')`)
  await pool.query(
    `select graphile_worker.permanently_fail_jobs(array[id]) from graphile_worker.add_job('failed')`,
  )
  const value = await read()
  expect(value('tahanan_backup_age_seconds') / 3600).toBeCloseTo(30, 1)
  expect(value('tahanan_outbox_events')).toBe(2)
  expect([value('tahanan_jobs_waiting'), value('tahanan_jobs_failed')]).toEqual([1, 1])
  expect(value('tahanan_disk_free_bytes')).toBeGreaterThan(0)
})

test('without a token only callers on this machine, not through a proxy, see the metrics', async () => {
  expect(await status('/metrics', { remoteAddress: '127.0.0.1' })).toBe(200)
  expect(await status('/metrics', { remoteAddress: '::1' })).toBe(200)
  expect(await status('/metrics', { remoteAddress: '203.0.113.7' })).toBe(404)
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(await status('/metrics', { headers: { [header]: '127.0.0.1' } })).toBe(404)
})

test('with a token only callers with it see the metrics', async () => {
  const guarded = await createTestPortal({ metricsToken: 'a-token-for-the-collector' })
  onTestFinished(guarded.close)
  expect(await status('/metrics', {}, guarded)).toBe(404)
  const read = (token: string) =>
    status(
      '/metrics',
      { remoteAddress: '203.0.113.7', headers: { authorization: `Bearer ${token}` } },
      guarded,
    )
  expect(await read('a-token-for-the-collectoR')).toBe(404)
  expect(await read('a-token-for-the-collector')).toBe(200)
})

test('without its database the process is healthy but not ready, and calls answer 503', async () => {
  const lonely = await createTestPortal()
  onTestFinished(lonely.close)
  const resident = await lonely.as('client')
  await lonely.services.pool.end()
  expect(await status('/healthz', {}, lonely)).toBe(200)
  expect(await status('/readyz', {}, lonely)).toBe(503)
  const answer = await resident.get('/me')
  expect(answer.status).toBe(503)
  expect(answer.body.code).toBe('unavailable')
  const metrics = await lonely.app.inject('/metrics')
  expect([metrics.statusCode, metrics.body]).toEqual([
    200,
    expect.stringContaining('tahanan_outbox_events Nan'),
  ])
})

test('a call on a full disk of the database answers `storageFull`', async () => {
  const full = await createTestPortal()
  onTestFinished(full.close)
  const resident = await full.as('client')
  await sql`create function no_room() returns trigger language plpgsql
    as $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`.execute(full.db)
  await sql`create trigger no_room before insert on feedbacks execute function no_room()`.execute(full.db)
  const { status: answered, body } = await resident.post('/feedback', { rate: 5, message: 'Good' })
  expect([answered, body]).toEqual([
    503,
    {
      code: 'storageFull',
      message: 'There is no room to store anything at the moment. Nothing was saved. Please try again later.',
    },
  ])
})

test('a bucket that fails is reported, and the process stays ready', async () => {
  const bucket = await createTestBucket()
  const stored = await createTestPortal({ s3: bucket.config })
  onTestFinished(async () => {
    await stored.close()
    await bucket.close()
  })
  const readiness = async () => {
    const { statusCode, body } = await stored.app.inject('/readyz')
    return [statusCode, JSON.parse(body)] as const
  }
  const metric = async () => /^tahanan_bucket_up (.*)$/m.exec((await stored.app.inject('/metrics')).body)?.[1]
  expect(await readiness()).toEqual([200, { status: 'ok', bucket: 'ok' }])
  expect(await metric()).toBe('1')
  bucket.failWith(503)
  await expect.poll(readiness).toEqual([200, { status: 'ok', bucket: 'unavailable' }])
  expect(await metric()).toBe('0')
  bucket.failWith(undefined)
  await expect.poll(readiness).toEqual([200, { status: 'ok', bucket: 'ok' }])
})

test('a stopping process is not ready, and still answers calls', async () => {
  const superAdmin = await portal.as('super-admin')
  vi.spyOn(portal.services, 'isStopping').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  expect((await superAdmin.get('/me')).status).toBe(200)
})

test('files that cannot be written make the process not ready', async () => {
  const blocked = await createTestPortal()
  onTestFinished(blocked.close)
  const { incoming } = blocked.services.files
  await rm(incoming, { recursive: true })
  expect(await status('/readyz', {}, blocked)).toBe(503)
  await mkdir(incoming)
  await expect.poll(() => status('/readyz', {}, blocked)).toBe(200)
})
