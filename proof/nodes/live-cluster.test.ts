import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { notifyTenant } from '@tahanan/server/features/notifications/notify.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { insertDefaultSettings } from '@tahanan/server/features/settings/insert-default-settings.ts'
import { openTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { openTestGateway, type Device, type TestGateway } from '@tahanan/server/platform/realtime/testing.ts'
import { createTestTenant } from '@tahanan/server/testing/accounts.ts'
import { startRedis } from './redis-server.ts'
import { waitUntil } from './until.ts'

// Part of a node: it only sends live events (through the database table `outbox` and Redis) and has no HTTP
// routes.
let firstGateway: TestGateway
let secondGateway: TestGateway
const redis = await startRedis()
const database = await openTestDatabase()
await insertDefaultSettings(database.db)
beforeEach(async () => {
  const redisUrl = redis.url
  ;[firstGateway, secondGateway] = [
    await openTestGateway(database, { redisUrl }),
    await openTestGateway(database, { redisUrl }),
  ]
})
afterEach(async () => {
  await Promise.all([firstGateway.close(), secondGateway.close()])
})
afterAll(redis.close)

const createResident = async () => {
  const tenant = await createTestTenant(database.db)
  return { id: tenant.id, ...(await createSession(database.db, 'client', tenant.id)) }
}
const notifyResident = (tenantId: number, title: string) =>
  notifyTenant(database.db, { tenantId, kind: 'ticket', brief: '', title, message: 'm', link: null })
const listTitles = (device: Device) => device.received.map(({ data }) => (data as { title: string }).title)

test('a page that reconnects to another process learns that it missed an event', async () => {
  const [a, b] = [await createResident(), await createResident()]
  const watchingDevice = await secondGateway.connect(a.token)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  const startedAt = performance.now()
  await notifyResident(a.id, 'missed')
  await firstGateway.relay.drain()
  await waitUntil('the other process received it', () => listTitles(watchingDevice).includes('missed'))
  const elapsedMs = Math.round(performance.now() - startedAt)
  const devices = [firstGateway, secondGateway].flatMap((gateway) =>
    [a, b].map(({ token }) => gateway.connect(token, { since: elapsedMs })),
  )
  const [firstGatewayDevice, firstGatewayStranger, secondGatewayDevice, secondGatewayStranger] =
    await Promise.all(devices)
  await waitUntil('both pages receive it', () =>
    [firstGatewayDevice, secondGatewayDevice].every((device) => device?.received.length === 1),
  )
  for (const device of [firstGatewayDevice, secondGatewayDevice])
    expect(device?.received[0]?.event).toBe(liveChannels.missed)
  for (const device of [firstGatewayStranger, secondGatewayStranger]) expect(device?.received).toEqual([])
})
