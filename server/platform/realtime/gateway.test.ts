import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getImportRoom } from '#features/imports/import-topic.ts'
import { notifyPageViewers, notifyTenant } from '#features/notifications/notify.ts'
import { createSession, endSession } from '#features/sessions/sessions.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import { writeSettings } from '#features/settings/website-settings.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestAdmin, createTestSuperAdmin, createTestTenant, setRoles } from '#testing/accounts.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { liveConnections } from '../metrics/counters.ts'
import { publishEvent, createLazyEvent } from './outbox.ts'
import { openTestGateway, type Device, type TestGateway } from './testing.ts'

const database = await openTestDatabase()
const { db } = database
await insertDefaultSettings(db)
let testGateway: TestGateway
beforeEach(async () => {
  testGateway = await openTestGateway(database, { publicUrl: 'https://portal.example' })
})
afterEach(async () => {
  await testGateway.close()
  await writeSettings(db, [{ name: 'isUnderMaintenance', value: '0' }])
})

const notificationText = {
  kind: 'ticket' as const,
  brief: '',
  title: 'Gate pass',
  message: 'Approved',
  link: null,
}
const createResident = async () => {
  const tenant = await createTestTenant(db)
  return { ...tenant, ...(await createSession(db, 'client', tenant.id)) }
}
const createAdmin = async (roles: Parameters<typeof setRoles>[2]) => {
  const admin = await createTestAdmin(db, { roles })
  return { ...admin, ...(await createSession(db, 'admin', admin.id)) }
}
const waitForEvents = () => testGateway.settle()
/**
 * Connects one after another, because each connection of a resident sends an event to the devices before it.
 */
async function connectAll(...holders: { token: string }[]): Promise<Device[]> {
  const devices: Device[] = []
  for (const { token } of holders) devices.push(await testGateway.connect(token))
  return devices
}
const getSecondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const subscribeToImport = ({ socket }: Device, uniqId: unknown): Promise<{ ok: boolean }> =>
  socket.emitWithAck('soa-update', uniqId)
const getEvents = ({ received }: Device) => received.map(({ event }) => event)
async function openWithStoppedClock(): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance'] })
  await testGateway.close()
  testGateway = await openTestGateway(database, { publicUrl: 'https://portal.example' })
}

const countOpenConnections = async () => (await liveConnections.get()).values[0]?.value
test('open connections are counted for the metrics', async () => {
  const connectionsBefore = await countOpenConnections()
  const [first] = await connectAll(await createResident(), await createResident())
  expect(await countOpenConnections()).toBe(connectionsBefore! + 2)
  first!.socket.disconnect()
  await expect.poll(countOpenConnections).toBe(connectionsBefore! + 1)
})

test('events of a resident reach both of their devices, and nobody else', async () => {
  const [a, b] = [await createResident(), await createResident()]
  const devices = await connectAll(a, await createSession(db, 'client', a.id), b)
  await notifyTenant(db, { tenantId: a.id, ...notificationText })
  await waitForEvents()
  const notification = {
    event: liveChannels.clientNotifications(a.id),
    data: expect.objectContaining({ title: 'Gate pass', isRead: 0 }),
  }
  expect(devices.map(({ received }) => received)).toEqual([[notification], [notification], []])
})

test('a page that missed an event between its first call and its connection is notified, and no other', async () => {
  await openWithStoppedClock()
  const [a, b] = [await createResident(), await createResident()]
  vi.advanceTimersByTime(1200)
  await notifyTenant(db, { tenantId: a.id, ...notificationText })
  await waitForEvents()
  const since = 100
  vi.advanceTimersByTime(since)
  const lateDevice = await testGateway.connect(a.token, { since })
  // `since` is earlier than the start of the server process. So the process cannot know whether this device
  // missed an event, and must send `missed`.
  const olderDevice = await testGateway.connect(b.token, { since: 600_000 })
  const otherDevice = await testGateway.connect(b.token, { since })
  const silentDevices = await Promise.all(
    [undefined, -1, '5000', null, {}].map((invalidSince) =>
      testGateway.connect(a.token, { since: invalidSince }),
    ),
  )
  vi.advanceTimersByTime(1400)
  const quickDevice = await testGateway.connect(a.token, { since: 0 })
  await waitForEvents()
  for (const device of [lateDevice, olderDevice])
    expect(device.received).toEqual([{ event: liveChannels.missed, data: {} }])
  for (const device of [otherDevice, ...silentDevices, quickDevice]) expect(device.received).toEqual([])
})

test('an event for all tenants reaches each through their own channel, and no administrator', async () => {
  const [a, b] = [await createResident(), await createResident()]
  const devices = await connectAll(a, b, await createAdmin('all'))
  await notifyTenant(db, { tenantId: null, ...notificationText })
  await waitForEvents()
  expect(devices.map(getEvents)).toEqual([
    [liveChannels.clientNotifications(a.id)],
    [liveChannels.clientNotifications(b.id)],
    [],
  ])
})

test('a session at the gate gets the events of the gate and of its account, and none of the office', async () => {
  const admin = await createTestAdmin(db, { roles: 'all' })
  const { id } = await db
    .insertInto('gates')
    .values({ name: 'North Gate' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const device = await db
    .insertInto('gate_devices')
    .values({ gate_id: id, name: 'Tablet' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sessionDetails = { device: 'Tablet', address: '', gateDeviceId: device.id }
  const gateClient = await testGateway.connect(
    (await createSession(db, 'admin', admin.id, sessionDetails)).token,
  )
  const deskClient = await testGateway.connect((await createSession(db, 'admin', admin.id)).token)
  await notifyPageViewers(db, { ...notificationText, page: 'gatepass', subjectTenantId: null })
  await publishEvent(db, 'gate', {})
  await publishEvent(db, 'account', { area: 'admin', id: admin.id })
  await waitForEvents()
  expect(getEvents(gateClient)).toEqual([liveChannels.gate, liveChannels.account])
  expect(getEvents(deskClient)).toContain(liveChannels.adminNotifications(admin.id))
  expect(await subscribeToImport(gateClient, 'import-1')).toMatchObject({ ok: false })
})

test('the payload of a lazy event is built only for connected readers', async () => {
  await openWithStoppedClock()
  vi.advanceTimersByTime(1200)
  const [presentAdmin, absentAdmin, otherAdmin] = [
    await createAdmin('all'),
    await createAdmin('all'),
    await createAdmin('all'),
  ]
  const device = await testGateway.connect(presentAdmin.token)
  const otherDevice = await testGateway.connect(otherAdmin.token)
  const builtIds: number[] = []
  const readerIds = [absentAdmin.id, presentAdmin.id]
  testGateway.gateway.deliver(
    readerIds.map((id) =>
      createLazyEvent(`admin.${id}`, `words-for-${id}`, () => {
        builtIds.push(id)
        return { id }
      }),
    ),
  )
  await waitForEvents()
  expect(builtIds).toEqual([presentAdmin.id])
  expect(device.received).toEqual([{ event: `words-for-${presentAdmin.id}`, data: { id: presentAdmin.id } }])
  expect(otherDevice.received).toEqual([])
  const lateDevice = await testGateway.connect(absentAdmin.token, { since: 500 })
  await waitForEvents()
  expect(lateDevice.received).toEqual([{ event: liveChannels.missed, data: {} }])
})

test('administrators receive events of a page only while they may view it', async () => {
  const viewer = await createAdmin({ gatepass: ['view'] })
  const otherAdmin = await createAdmin({ gatepass: ['edit'], visitors: ['view'] })
  const tenant = await createResident()
  const devices = await connectAll(viewer, otherAdmin, tenant)
  await notifyPageViewers(db, { page: 'gatepass', subjectTenantId: tenant.id, ...notificationText })
  await waitForEvents()
  const notification = {
    event: liveChannels.adminNotifications(viewer.id),
    data: expect.objectContaining({
      isReadAdmin: 0,
      tenant: { clientCode: tenant.clientCode, uoccname: tenant.uoccname },
    }),
  }
  expect(devices.map(({ received }) => received)).toEqual([[notification], [], []])

  await setRoles(db, viewer.id, {})
  await notifyPageViewers(db, { page: 'gatepass', subjectTenantId: tenant.id, ...notificationText })
  await waitForEvents()
  expect(devices[0]?.received).toHaveLength(1)
})

test('an unknown or ended token, or one that is no text, is refused', async () => {
  const { token, sessionId } = await createResident()
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  for (const invalidToken of [token, 'x'.repeat(43), '', { $gt: '' } as unknown as string])
    await expect(testGateway.connect(invalidToken)).rejects.toMatchObject({ data: { code: 'noSession' } })
})

test('a socket without a token receives only the public settings', async () => {
  const resident = await createResident()
  const anonymousDevice = await testGateway.connect()
  await notifyTenant(db, { tenantId: resident.id, ...notificationText })
  await notifyTenant(db, { tenantId: null, ...notificationText })
  await publishEvent(db, 'services', {})
  await publishEvent(db, 'settings', {})
  await waitForEvents()
  expect(getEvents(anonymousDevice)).toEqual([liveChannels.publicSettings])
  expect(anonymousDevice.received[0]?.data).toContainEqual({ name: 'isUnderMaintenance', value: '0' })
})

test('other origins are refused; the own host and PUBLIC_URL are accepted', async () => {
  const { token } = await createResident()
  for (const origin of [
    'https://evil.example',
    'http://localhost:1',
    'null',
    'https://portal.example.evil.test',
  ])
    await expect(testGateway.connect(token, { headers: { origin } })).rejects.toThrow('websocket error')
  for (const origin of [testGateway.url, 'https://portal.example'])
    await expect(testGateway.connect(token, { headers: { origin } })).resolves.toBeDefined()
})

test('only the websocket transport is accepted', async () => {
  expect((await fetch(`${testGateway.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(400)
})

test('a client cannot join the channel of another by sending events', async () => {
  const [a, b] = [await createResident(), await createResident()]
  const [ownDevice, otherDevice] = [await testGateway.connect(a.token), await testGateway.connect(b.token)]
  const foreignRooms = [`client.${b.id}`, liveChannels.clientNotifications(b.id), 'everybody', 'area.client']
  for (const verb of ['join', 'subscribe', 'room', 'message', liveChannels.publicSettings])
    for (const room of foreignRooms) ownDevice.socket.emit(verb, room, { room, channel: room })
  await waitForEvents()
  await notifyTenant(db, { tenantId: b.id, ...notificationText })
  await waitForEvents()
  expect(ownDevice.received).toEqual([])
  expect(getEvents(otherDevice)).toEqual([liveChannels.clientNotifications(b.id)])
})

test('a client that floods, or sends a huge message, is disconnected', async () => {
  const { token } = await createResident()
  const floodingDevice = await testGateway.connect(token)
  for (let n = 0; n < 1001; n++) floodingDevice.socket.emit('noise')
  expect(await floodingDevice.ended).toMatch(/transport/)
  const oversizeDevice = await testGateway.connect(token)
  oversizeDevice.socket.emit('noise', 'x'.repeat(20_000))
  expect(await oversizeDevice.ended).toMatch(/transport/)
})

test('a session that ends during its handshake leaves no open socket', async () => {
  const { token, sessionId } = await createResident()
  const executeQuerySpy = vi.fn(async (query: CompiledQuery) => {
    const queryResult = await db.executeQuery(query)
    // Ends the session after it was looked up and before the socket joins its rooms. The event that ends it
    // therefore reaches nobody.
    await endSession(db, sessionId)
    await spiedGateway.relay.drain()
    return queryResult
  })
  const spiedDb = new Proxy(db, {
    get: (target, key) => {
      const value: unknown = key === 'executeQuery' ? executeQuerySpy : Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const spiedGateway = await openTestGateway(
    { ...database, db: spiedDb },
    { publicUrl: 'https://portal.example' },
  )
  onTestFinished(spiedGateway.close)
  const device = await spiedGateway.connect(token)
  expect(await device.ended).toBe('io server disconnect')
  expect(executeQuerySpy).toHaveBeenCalled()
})

test('the start of maintenance is sent to all, then closes sockets of residents and administrators', async () => {
  const { id } = await createTestSuperAdmin(db)
  const devices = await connectAll(await createResident(), await createAdmin('all'))
  const remainingDevices = [
    await testGateway.connect(),
    ...(await connectAll(await createSession(db, 'super-admin', id))),
  ]
  await writeSettings(db, [{ name: 'isUnderMaintenance', value: '1' }])
  await publishEvent(db, 'settings', {})
  testGateway.relay.wake()
  for (const device of devices) {
    expect(await device.ended).toBe('io server disconnect')
    expect(getEvents(device)).toEqual([liveChannels.publicSettings])
  }
  await waitForEvents()
  for (const device of remainingDevices) {
    expect(device.socket.connected).toBe(true)
    expect(device.received[0]?.data).toContainEqual({ name: 'isUnderMaintenance', value: '1' })
  }
})

test('a socket opened during maintenance receives only its end', async () => {
  await writeSettings(db, [{ name: 'isUnderMaintenance', value: '1' }])
  const resident = await createResident()
  const waitingDevice = await testGateway.connect(resident.token)
  await notifyTenant(db, { tenantId: resident.id, ...notificationText })
  await waitForEvents()
  expect(waitingDevice.received).toEqual([])
  await writeSettings(db, [{ name: 'isUnderMaintenance', value: '0' }])
  await publishEvent(db, 'settings', {})
  testGateway.relay.wake()
  expect(await waitingDevice.ended).toBe('io server disconnect')
  expect(getEvents(waitingDevice)).toEqual([liveChannels.publicSettings])
})

test('an open page does not extend its session: sockets of expired sessions are closed', async () => {
  const [idleResident, oldResident, activeResident] = [
    await createResident(),
    await createResident(),
    await createResident(),
  ]
  const devices = await connectAll(idleResident, oldResident, activeResident)
  for (const [{ sessionId }, times] of [
    [idleResident, { active_at: getSecondsAgo(3001) }],
    [oldResident, { created_at: getSecondsAgo(86_401) }],
  ] as const)
    await db.updateTable('sessions').set(times).where('id', '=', sessionId).execute()
  await testGateway.gateway.closeExpiredSockets()
  for (const device of devices.slice(0, 2)) expect(await device.ended).toBe('io server disconnect')
  expect(devices[2]?.socket.connected).toBe(true)
})

test('a changed account is sent to its own devices, changed services to residents', async () => {
  const [resident, admin] = [await createResident(), await createAdmin('all')]
  const devices = await connectAll(resident, admin)
  await publishEvent(db, 'account', { area: 'admin', id: admin.id })
  await waitForEvents()
  expect(devices.map(getEvents)).toEqual([[], [liveChannels.account]])
  await publishEvent(db, 'services', {})
  await waitForEvents()
  expect(devices.map(getEvents)).toEqual([[liveChannels.account], [liveChannels.account]])
})

const createProgressEvent = (uniqId: string, data: object) => ({
  room: getImportRoom(uniqId),
  event: liveChannels.soaUpdateEvent,
  data,
})

test('only administrators who may import can follow an import', async () => {
  const importer = await createAdmin({ utilities: ['importDataFromPromis'] })
  const otherCallers = [await createResident(), await createAdmin({ utilities: ['view'] })]
  const followingDevice = await testGateway.connect(importer.token)
  for (const { token } of otherCallers)
    expect(await subscribeToImport(await testGateway.connect(token), 'abc-1')).toMatchObject({ ok: false })
  expect(await subscribeToImport(await testGateway.connect(), 'abc-1')).toMatchObject({ ok: false })
  for (const invalidImportId of ['', 'a b', 'x'.repeat(65), '../x', 5, null, { a: 1 }])
    expect(await subscribeToImport(followingDevice, invalidImportId)).toMatchObject({ ok: false })
  expect(await subscribeToImport(followingDevice, 'abc-1')).toEqual({ ok: true })
  testGateway.gateway.deliver([
    createProgressEvent('abc-1', { count: 3, total: 9 }),
    createProgressEvent('abc-2', { count: 1, total: 9 }),
  ])
  await waitForEvents()
  expect(followingDevice.received).toEqual([
    { event: liveChannels.soaUpdateEvent, data: { count: 3, total: 9 } },
  ])
})

test('when the server closes, clients see a lost connection, so that they reconnect', async () => {
  const { token } = await createResident()
  const device = await testGateway.connect(token)
  await testGateway.gateway.close()
  expect(await device.ended).toMatch(/transport/)
})
