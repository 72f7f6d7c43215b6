import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'

let portal: TestPortal
let guarded: TestPortal
beforeAll(async () => {
  portal = await createTestPortal()
  guarded = await createTestPortal({ metricsToken: 'a-token-for-the-collector' })
})
afterAll(() => Promise.all([portal.close(), guarded.close()]))

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
  for (const url of ['/healthz', '/readyz', '/metrics']) expect(await status(url)).toBe(200)
})

test('metrics tell calls by route and the state of the pool, without anything of a person', async () => {
  const resident = await portal.as('client', { clientCode: 'METRIC-1' })
  await resident.get(`/tenant/${resident.id}?searchTerm=secret`)
  const { body } = await portal.app.inject('/metrics')
  expect(body).toContain('route="/api/tenant/:id"')
  expect(body).toContain('tahanan_database_connections{state="waiting"} 0')
  expect(body).not.toMatch(/secret|METRIC-1/)
})

test('without a token only callers on this machine that no proxy speaks for see the metrics', async () => {
  expect(await status('/metrics', { remoteAddress: '127.0.0.1' })).toBe(200)
  expect(await status('/metrics', { remoteAddress: '::1' })).toBe(200)
  expect(await status('/metrics', { remoteAddress: '203.0.113.7' })).toBe(404)
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(await status('/metrics', { headers: { [header]: '127.0.0.1' } })).toBe(404)
})

test('with a token it alone opens the metrics', async () => {
  expect(await status('/metrics', {}, guarded)).toBe(404)
  expect(
    await status('/metrics', { headers: { authorization: 'Bearer a-token-for-the-collectoR' } }, guarded),
  ).toBe(404)
  const remoteAddress = '203.0.113.7'
  const headers = { authorization: 'Bearer a-token-for-the-collector' }
  expect(await status('/metrics', { remoteAddress, headers }, guarded)).toBe(200)
})

test('without its database the process is healthy but not ready, and calls answer 503', async () => {
  const lonely = await createTestPortal()
  const resident = await lonely.as('client')
  await lonely.services.pool.end()
  expect(await status('/healthz', {}, lonely)).toBe(200)
  expect(await status('/readyz', {}, lonely)).toBe(503)
  const answer = await resident.get('/me')
  expect(answer.status).toBe(503)
  expect(answer.body.code).toBe('unavailable')
  await lonely.close()
})
