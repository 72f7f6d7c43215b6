import { afterAll, afterEach, expect, test } from 'vitest'
import { openTestGateway, type Device } from '#platform/realtime/testing.ts'
import { setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'
import { createPresence, removeSilentProcesses } from './presence.ts'

const portal = await openTestPortal()
const { db, pool } = portal.services
const liveServer = await openTestGateway({ db, pool } as Parameters<typeof openTestGateway>[0])
const viewer = await portal.as('admin', { roles: { loggedInLogs: ['view'] } })
afterAll(async () => {
  await liveServer.close()
})
const devices: Device[] = []
afterEach(async () => {
  for (const { socket } of devices.splice(0)) socket.disconnect()
  await portal.db.deleteFrom('live_tenants').execute()
})

type MonitorPage = ListOf<MonitoredTenant>
const loadMonitor = async (query = '') => (await viewer.get<MonitorPage>(`/logged-in-monitor${query}`)).body
const isOnline = async (id: number) => (await loadMonitor(`?id=${id}`)).data[0]?.online
const connect = async (token: string) => {
  const device = await liveServer.connect(token)
  devices.push(device)
  return device
}
const setLastSeen = (id: number, minutesAgo: number) =>
  portal.db
    .updateTable('tenants')
    .set({ last_seen: new Date(Date.now() - minutesAgo * 60_000) })
    .where('id', '=', id)
    .execute()

const listPresenceEvents = ({ received: events }: Device, id: number) =>
  events
    .filter(({ event, data }) => event === 'logged-in' && (data as { tenantId: number }).tenantId === id)
    .map(({ data }) => (data as { online: boolean }).online)

test('a search finds what the monitor shows, not the telephone number or contact person', async () => {
  const tenant = await portal.as('client', { uoccname: 'Seen Family', email: 'seen@mail.test' })
  const hiddenFields = { phone_number: '0917 555 0777', uoccpers: 'Hidden Person' }
  await portal.db.updateTable('tenants').set(hiddenFields).where('id', '=', tenant.id).execute()
  for (const [term, total] of [
    ['Seen Family', 1],
    ['seen@mail.test', 1],
    [tenant.account.clientCode, 1],
    ['09175550777', 0],
    ['Hidden Person', 0],
  ] as const) {
    const query = `searchTerm=${encodeURIComponent(term)}`
    expect((await loadMonitor(`?${query}`)).total, term).toBe(total)
    const { body } = await viewer.get<{ data: object[] }>(`/logged-in-monitorIds?all=1&${query}`)
    expect(body.data, term).toHaveLength(total)
  }
})

test('tenants are listed by last activity, those never active last; deleted ones are left out', async () => {
  const [a, b, inactiveTenant, deletedTenant] = await Promise.all(
    [1, 2, 3, 4].map(() => portal.as('client', { uoccname: 'Order Family' })),
  )
  await setLastSeen(a?.id ?? 0, 50)
  await setLastSeen(b?.id ?? 0, 3)
  await setLastSeen(deletedTenant?.id ?? 0, 1)
  await portal.db
    .updateTable('tenants')
    .set({ status: 0 })
    .where('id', '=', deletedTenant?.id ?? 0)
    .execute()
  const monitorPage = await loadMonitor('?searchTerm=ORDER family')
  expect([monitorPage.total, monitorPage.from, monitorPage.data.map(({ id }) => id)]).toEqual([
    3,
    1,
    [b?.id, a?.id, inactiveTenant?.id],
  ])
  expect(monitorPage.data[0]).toEqual({
    id: b?.id,
    clientCode: b?.account.clientCode,
    uoccname: 'Order Family',
    email: expect.stringContaining('@example.test') as string,
    lastSeen: expect.stringMatching(/Z$/) as string,
    online: false,
  })
  expect((await loadMonitor('?searchTerm=order&limit=2&page=2')).data.map(({ id }) => id)).toEqual([
    inactiveTenant?.id,
  ])
  expect((await loadMonitor('?searchTerm=%25')).total).toBe(0)
})

test('a resident is online while a device is connected, and viewers of the monitor receive changes', async () => {
  const viewerDevice = await connect(viewer.token)
  const deviceWithoutAccess = await connect(
    (await portal.as('admin', { roles: { tenants: ['view'] } })).token,
  )
  const resident = await portal.as('client')
  expect(await isOnline(resident.id)).toBe(false)
  const [phone, laptop] = [await connect(resident.token), await connect(resident.token)]
  await expect.poll(() => isOnline(resident.id)).toBe(true)
  await expect.poll(() => listPresenceEvents(viewerDevice, resident.id)).toEqual([true])
  phone.socket.disconnect()
  await phone.ended
  await liveServer.presence.flush()
  expect(await isOnline(resident.id)).toBe(true)
  laptop.socket.disconnect()
  await expect.poll(() => isOnline(resident.id)).toBe(false)
  await expect.poll(() => listPresenceEvents(viewerDevice, resident.id)).toEqual([true, false])
  await liveServer.settle()
  for (const device of [deviceWithoutAccess, laptop])
    expect(listPresenceEvents(device, resident.id)).toEqual([])
})

test('an administrator who may no longer view it receives no more events', async () => {
  const admin = await portal.as('admin', { roles: { loggedInLogs: ['view'] } })
  const [viewerSocket, formerViewerSocket] = [await connect(viewer.token), await connect(admin.token)]
  await setRoles(portal.db, admin.id, {})
  const resident = await portal.as('client')
  await connect(resident.token)
  await expect.poll(() => listPresenceEvents(viewerSocket, resident.id)).toEqual([true])
  await liveServer.settle()
  expect(listPresenceEvents(formerViewerSocket, resident.id)).toEqual([])
})

test('connections of administrators and visitors make nobody online', async () => {
  await connect(viewer.token)
  devices.push(await liveServer.connect())
  await liveServer.presence.flush()
  expect(await portal.db.selectFrom('live_tenants').selectAll().execute()).toEqual([])
})

const createProcessPresence = (graceMs: number) =>
  createPresence({ db: portal.db, relay: { wake() {} }, log: { warn() {} }, graceMs })

test('reloading a page sends no event', async () => {
  const { id } = await portal.as('client')
  const presence = createProcessPresence(60_000)
  presence.onConnect(id)
  await presence.flush()
  await portal.drainEvents()
  presence.onDisconnect(id)
  presence.onConnect(id)
  await presence.flush()
  expect(await portal.db.selectFrom('outbox').where('topic', '=', 'presence').selectAll().execute()).toEqual(
    [],
  )
  expect(await isOnline(id)).toBe(true)
  await presence.stop()
  expect(await isOnline(id)).toBe(false)
})

test('a resident connected to two processes is online until both connections end', async () => {
  const [{ id }, { id: neighbour }] = [await portal.as('client'), await portal.as('client')]
  const [firstProcess, secondProcess] = [createProcessPresence(0), createProcessPresence(0)]
  firstProcess.onConnect(neighbour)
  for (const presence of [firstProcess, secondProcess]) {
    presence.onConnect(id)
    await presence.flush()
  }
  firstProcess.onDisconnect(id)
  await firstProcess.flush()
  expect([await isOnline(id), await isOnline(neighbour)]).toEqual([true, true])
  await secondProcess.stop()
  expect(await isOnline(id)).toBe(false)
  await firstProcess.stop()
})

test('connections to a crashed process count for two minutes', async () => {
  const { id } = await portal.as('client')
  const deadProcess = createProcessPresence(0)
  deadProcess.onConnect(id)
  await deadProcess.flush()
  expect(await isOnline(id)).toBe(true)
  await portal.db
    .updateTable('live_tenants')
    .set({ at: new Date(Date.now() - 121_000) })
    .execute()
  expect(await isOnline(id)).toBe(false)
  await removeSilentProcesses(portal.db)
  expect(await portal.db.selectFrom('live_tenants').selectAll().execute()).toEqual([])
  await deadProcess.stop()
})
