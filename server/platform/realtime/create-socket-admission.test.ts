import { once } from 'node:events'
import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findSession } from '#features/sessions/find-session.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import type { Db } from '#platform/db/client.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import { openTestGateway, type TestGateway } from './testing.ts'

const database = await openTestDatabase()
const { db } = database
await insertDefaultSettings(db)
let lookUpCount = 0
let answeredCount = 0
let lookUpDelay: Promise<unknown> = Promise.resolve()
let testGateway: TestGateway
beforeEach(async () => {
  lookUpCount = 0
  answeredCount = 0
  lookUpDelay = Promise.resolve()
  testGateway = await openTestGateway({ ...database, db: watchLookUps(db) }, { rateLimitPerMinute: 20 })
})
afterEach(async () => {
  await testGateway.close()
})

async function countAndExecute(query: CompiledQuery) {
  lookUpCount += 1
  const rows = await db.executeQuery(query)
  answeredCount += 1
  await lookUpDelay
  return rows
}

const watchLookUps = (target: Db): Db =>
  new Proxy(target, {
    get: (from, key) => {
      const value: unknown = key === 'executeQuery' ? countAndExecute : Reflect.get(from, key, from)
      return typeof value === 'function' ? value.bind(from) : value
    },
  })

const createToken = async () => (await createSession(db, 'client', (await createTestTenant(db)).id)).token
const INVALID_TOKEN = 'x'.repeat(43)
const createConnectPacket = (token: string, namespace = '') => `40${namespace}${JSON.stringify({ token })}`

/** Opens a WebSocket without the Socket.IO client, so that a test can violate the protocol. */
async function openRawSocket() {
  const socket = new WebSocket(
    `${testGateway.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  )
  const closeEvent = once(socket, 'close')
  const receivedMessages: string[] = []
  socket.addEventListener('message', ({ data }) => receivedMessages.push(String(data)))
  await once(socket, 'message')
  return { send: (packet: string) => socket.send(packet), ended: closeEvent, received: receivedMessages }
}
const [ADMITTED_PACKET, REFUSED_PACKET] = [/^40/, /^44/]

test('a second CONNECT closes the connection, and only the first is looked up', async () => {
  const endlessLookUp = Promise.withResolvers<void>()
  lookUpDelay = endlessLookUp.promise
  const { send, ended } = await openRawSocket()
  for (let n = 0; n < 5000; n++) send(createConnectPacket(INVALID_TOKEN))
  await ended
  endlessLookUp.resolve()
  expect(lookUpCount).toBe(1)
})

test('a CONNECT after a refusal, or to another namespace, closes the connection without a look-up', async () => {
  const refusedSocket = await openRawSocket()
  refusedSocket.send(createConnectPacket(INVALID_TOKEN))
  await expect.poll(() => refusedSocket.received.at(-1)).toMatch(REFUSED_PACKET)
  refusedSocket.send(createConnectPacket(INVALID_TOKEN))
  await refusedSocket.ended
  expect(lookUpCount).toBe(1)
  const otherSocket = await openRawSocket()
  for (let n = 0; n < 5000; n++) otherSocket.send(createConnectPacket(INVALID_TOKEN, '/other,'))
  await otherSocket.ended
  expect(lookUpCount).toBe(1)
})

test('visitors without a token are disconnected above the message limit', async () => {
  const { send, ended, received } = await openRawSocket()
  send('40{}')
  await expect.poll(() => received.at(-1)).toMatch(ADMITTED_PACKET)
  for (let n = 0; n < 1100; n++) send(createConnectPacket(INVALID_TOKEN, '/other,'))
  await ended
  expect(lookUpCount).toBe(0)
})

test('live connections count as calls from their address; IPv6 is counted by its first 64 bits', async () => {
  vi.useFakeTimers({ now: Date.now() - (Date.now() % 60_000), toFake: ['Date'] })
  for (let n = 0; n < 95; n++) testGateway.admission.call('::ffff:127.0.0.1')
  for (let n = 0; n < 5; n++) await testGateway.connect()
  await expect(testGateway.connect()).rejects.toThrow('websocket error')
  expect(() => testGateway.admission.call('127.0.0.1')).toThrow('Too many attempts')
  for (let n = 0; n < 100; n++) testGateway.admission.call(`2001:db8:0:7::${n.toString(16)}`)
  expect(() => testGateway.admission.call('2001:db8:0:7:ffff::1')).toThrow('Too many attempts')
  expect(() => testGateway.admission.call('2001:db8:0:8::1')).not.toThrow()
})

test('of thirty simultaneous sockets of a session twenty are accepted, and a closed one makes room', async () => {
  const [token, otherToken] = [await createToken(), await createToken()]
  const allLookedUp = Promise.withResolvers<void>()
  lookUpDelay = allLookedUp.promise
  const pendingConnections = Array.from({ length: 30 }, () => testGateway.connect(token))
  await expect.poll(() => answeredCount).toBe(30)
  allLookedUp.resolve()
  const connectionResults = await Promise.allSettled(pendingConnections)
  const devices = connectionResults.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(devices).toHaveLength(20)
  for (const result of connectionResults)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ data: { code: 'tooManyRequests' } })
  await expect(testGateway.connect(otherToken)).resolves.toBeDefined()
  devices[0]?.socket.disconnect()
  await expect
    .poll(() =>
      testGateway.connect(token).then(
        () => 'in',
        () => 'refused',
      ),
    )
    .toBe('in')
})

test('unanswered look-ups are bounded; further ones are refused at once', async () => {
  const endlessLookUp = Promise.withResolvers<void>()
  lookUpDelay = endlessLookUp.promise
  const lookUpResults = Promise.allSettled(
    Array.from({ length: 600 }, () => findSession(watchLookUps(db), INVALID_TOKEN)),
  )
  await expect(findSession(watchLookUps(db), INVALID_TOKEN)).rejects.toMatchObject({ code: 'unavailable' })
  expect(lookUpCount).toBeLessThanOrEqual(500)
  endlessLookUp.resolve()
  const refusedResults = (await lookUpResults).filter(({ status }) => status === 'rejected')
  expect(refusedResults.length).toBe(600 - lookUpCount)
  expect(await findSession(watchLookUps(db), INVALID_TOKEN)).toBeNull()
})
