import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { channels } from '@tahanan/contract/channels.ts'
import { notifyTenant } from '@tahanan/server/features/notifications/notify.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { insertDefaultSettings } from '@tahanan/server/features/settings/insert-default-settings.ts'
import { openTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { openTestLive, type Device, type TestLive } from '@tahanan/server/platform/realtime/testing.ts'
import { makeTenant } from '@tahanan/server/testing/accounts.ts'
import { startRedis } from './redis-server.ts'
import { until } from './until.ts'

// Two servers with only the live parts (relay, outbox, Redis) and without HTTP routes.
let one: TestLive
let two: TestLive
const redis = await startRedis()
const database = await openTestDatabase()
await insertDefaultSettings(database.db)
beforeEach(async () => {
  const redisUrl = redis.url
  ;[one, two] = [await openTestLive(database, { redisUrl }), await openTestLive(database, { redisUrl })]
})
afterEach(async () => {
  await Promise.all([one.close(), two.close()])
})
afterAll(redis.close)

const makeResident = async () => {
  const tenant = await makeTenant(database.db)
  return { id: tenant.id, ...(await createSession(database.db, 'client', tenant.id)) }
}
const notify = (tenantId: number, title: string) =>
  notifyTenant(database.db, { tenantId, kind: 'ticket', brief: '', title, message: 'm', link: null })
const listTitles = (device: Device) => device.received.map(({ data }) => (data as { title: string }).title)

test('a page that reconnects to another process learns that it missed an event', async () => {
  const [a, b] = [await makeResident(), await makeResident()]
  const watching = await two.connect(a.token)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  const began = performance.now()
  await notify(a.id, 'missed')
  await one.relay.drain()
  await until('the other process received it', () => listTitles(watching).includes('missed'))
  const since = Math.round(performance.now() - began)
  const devices = [one, two].flatMap((live) => [a, b].map(({ token }) => live.connect(token, { since })))
  const [atOne, strangerAtOne, atTwo, strangerAtTwo] = await Promise.all(devices)
  await until('both pages receive it', () => [atOne, atTwo].every((device) => device?.received.length === 1))
  for (const device of [atOne, atTwo]) expect(device?.received[0]?.event).toBe(channels.missed)
  for (const device of [strangerAtOne, strangerAtTwo]) expect(device?.received).toEqual([])
})
