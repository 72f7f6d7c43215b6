import { setTimeout as wait } from 'node:timers/promises'
import { channels } from '@tahanan/contract/channels.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { notifyTenant } from '../notifications/notify.ts'
import { createSession, endSession } from '../sessions/sessions.ts'
import { insertDefaultSettings } from '../settings/defaults.ts'
import { makeTenant } from '../testing/accounts.ts'
import { openTestLive } from './testing.ts'
import type { TestLive } from './testing.ts'

/** A Redis of one's own to try this on: `TEST_REDIS_URL=redis://127.0.0.1:6379 npm test`. */
const redisUrl = process.env['TEST_REDIS_URL']

describe.skipIf(!redisUrl)('several server processes with Redis', () => {
  let database: TestDatabase
  let [one, two]: TestLive[] = []
  beforeEach(async () => {
    database ??= await createTestDatabase()
    await insertDefaultSettings(database.db)
    ;[one, two] = [await openTestLive(database, { redisUrl }), await openTestLive(database, { redisUrl })]
  })
  afterEach(async () => {
    await Promise.all([one?.close(), two?.close()])
  })
  afterAll(() => database?.destroy())

  const residentOf = async () => {
    const tenant = await makeTenant(database.db)
    return { id: tenant.id, ...(await createSession(database.db, 'client', tenant.id)) }
  }
  const tellOwn = (tenantId: number, title: string) =>
    notifyTenant(database.db, { tenantId, title, message: 'm', link: null })

  test('an event reaches the devices of its account at every process once, in order', async () => {
    const a = await residentOf()
    const devices = [await one?.connect(a.token), await two?.connect(a.token)]
    for (let n = 0; n < 20; n++) {
      await tellOwn(a.id, String(n))
      ;(n % 2 ? one : two)?.relay.wake()
    }
    await wait(1500)
    for (const device of devices) {
      expect(device?.heard.map(({ event }) => event)).toEqual(
        Array(20).fill(channels.clientNotifications(a.id)),
      )
      const titles = device?.heard.map(({ data }) => (data as { title: string }).title)
      expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
    }
  })

  test('a session that ends is cut off at every process', async () => {
    const a = await residentOf()
    const devices = [await one?.connect(a.token), await two?.connect(a.token)]
    await endSession(database.db, a.sessionId)
    one?.relay.wake()
    for (const device of devices) {
      expect(await device?.ended).toBe('io server disconnect')
      expect(device?.heard).toEqual([{ event: channels.sessionEnded, data: {} }])
    }
  })

  test('when one process is gone the other serves on', async () => {
    const a = await residentOf()
    const device = await two?.connect(a.token)
    await one?.close()
    await tellOwn(a.id, 'still here')
    two?.relay.wake()
    await wait(300)
    expect(device?.heard).toHaveLength(1)
  })
})

test('a Redis that cannot be reached is refused at the start, not found out later', async () => {
  const database = await createTestDatabase()
  await expect(openTestLive(database, { redisUrl: 'redis://127.0.0.1:1' })).rejects.toThrow(/ECONNREFUSED/)
  await database.destroy()
})
