import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findSession } from '#features/sessions/find-session.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { insertDefaultSettings } from '#features/settings/defaults.ts'
import type { Db } from '#platform/db/client.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { makeTenant } from '#testing/accounts.ts'
import { openTestLive, type TestLive } from './testing.ts'

const database = await openTestDatabase()
const { db } = database
await insertDefaultSettings(db)
/** Look-ups of sessions that were begun, those whose answer is held back, and until when. */
let lookups = 0
let held = 0
let answered: Promise<unknown> = Promise.resolve()
let live: TestLive
beforeEach(async () => {
  lookups = 0
  held = 0
  answered = Promise.resolve()
  live = await openTestLive({ ...database, db: watched(db) }, { rateLimitPerMinute: 20 })
})
afterEach(async () => {
  vi.useRealTimers()
  await live.close()
})

async function looksUp(query: CompiledQuery) {
  lookups += 1
  const rows = await db.executeQuery(query)
  held += 1
  await answered
  return rows
}

const watched = (target: Db): Db =>
  new Proxy(target, {
    get: (from, key) => {
      const value: unknown = key === 'executeQuery' ? looksUp : Reflect.get(from, key, from)
      return typeof value === 'function' ? value.bind(from) : value
    },
  })

const tokenOf = async () => (await createSession(db, 'client', (await makeTenant(db)).id)).token
const MADE_UP = 'x'.repeat(43)
const connectPacket = (token: string, namespace = '') => `40${namespace}${JSON.stringify({ token })}`

/** A connection of a program that speaks the protocol by itself, as the library never would. */
async function open(): Promise<{ say(packet: string): void; ended: Promise<unknown> }> {
  const socket = new WebSocket(`${live.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const ended = once(socket, 'close')
  await once(socket, 'message')
  return { say: (packet) => socket.send(packet), ended }
}

test('a connection asks once who it is: the second CONNECT closes it, and only the first was looked up', async () => {
  const forever = Promise.withResolvers<void>()
  answered = forever.promise
  const { say, ended } = await open()
  for (let n = 0; n < 5000; n++) say(connectPacket(MADE_UP))
  await ended
  forever.resolve()
  expect(lookups).toBe(1)
})

test('neither does a refused one ask again, nor one that asks for another namespace', async () => {
  const refused = await open()
  refused.say(connectPacket(MADE_UP))
  await expect.poll(() => lookups).toBe(1)
  await wait(50)
  refused.say(connectPacket(MADE_UP))
  await refused.ended
  expect(lookups).toBe(1)
  const other = await open()
  for (let n = 0; n < 5000; n++) other.say(connectPacket(MADE_UP, '/other,'))
  await other.ended
  expect(lookups).toBe(1)
})

test('visitors, who need no token, are cut off as well when they go on', async () => {
  const { say, ended } = await open()
  say('40{}')
  await wait(100)
  for (let n = 0; n < 1100; n++) say(connectPacket(MADE_UP, '/other,'))
  await ended
  expect(lookups).toBe(0)
})

test('live connections count as calls from their address; IPv6 is counted by its first 64 bits', async () => {
  // The minute does not end in between.
  vi.useFakeTimers({ now: Date.now() - (Date.now() % 60_000), toFake: ['Date'] })
  for (let n = 0; n < 95; n++) live.admission.call('::ffff:127.0.0.1')
  for (let n = 0; n < 5; n++) await live.connect()
  await expect(live.connect()).rejects.toThrow('websocket error')
  expect(() => live.admission.call('127.0.0.1')).toThrow('Too many attempts')
  for (let n = 0; n < 100; n++) live.admission.call(`2001:db8:0:7::${n.toString(16)}`)
  expect(() => live.admission.call('2001:db8:0:7:ffff::1')).toThrow('Too many attempts')
  expect(() => live.admission.call('2001:db8:0:8::1')).not.toThrow()
})

test('of thirty sockets at once one session has twenty, and a closed one makes room', async () => {
  const [token, other] = [await tokenOf(), await tokenOf()]
  // None is let in before all of them have asked.
  const all = Promise.withResolvers<void>()
  answered = all.promise
  const connecting = Array.from({ length: 30 }, () => live.connect(token))
  await expect.poll(() => held).toBe(30)
  all.resolve()
  const results = await Promise.allSettled(connecting)
  const devices = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(devices).toHaveLength(20)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ data: { code: 'tooManyRequests' } })
  await expect(live.connect(other)).resolves.toBeDefined()
  devices[0]?.socket.disconnect()
  await expect
    .poll(() =>
      live.connect(token).then(
        () => 'in',
        () => 'refused',
      ),
    )
    .toBe('in')
})

test('look-ups that the database does not answer are bounded; who comes too many is told so at once', async () => {
  const forever = Promise.withResolvers<void>()
  answered = forever.promise
  const asked = Promise.allSettled(Array.from({ length: 600 }, () => findSession(watched(db), MADE_UP)))
  await expect(findSession(watched(db), MADE_UP)).rejects.toMatchObject({ code: 'unavailable' })
  expect(lookups).toBeLessThanOrEqual(500)
  forever.resolve()
  const refused = (await asked).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(600 - lookups)
  expect(await findSession(watched(db), MADE_UP)).toBeNull()
})
