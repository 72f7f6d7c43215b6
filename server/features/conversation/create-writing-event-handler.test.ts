import { afterAll, expect, test, vi } from 'vitest'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import type { PortalSocket } from '#platform/realtime/create-socket-admission.ts'
import { openTestGateway, type Device } from '#platform/realtime/testing.ts'
import { createTestAdmin, createTestTenant, setRoles } from '#testing/accounts.ts'
import { createWritingEventHandler } from './create-writing-event-handler.ts'

const database = await openTestDatabase()
const { db } = database
await insertDefaultSettings(db)
const liveGateway = await openTestGateway(database)
afterAll(() => liveGateway.close())

const tenant = await createTestTenant(db)
const subject = { kind: 'tenant', id: tenant.id }
type Roles = Parameters<typeof setRoles>[2]
const EDITOR_ROLES: Roles = { tenants: ['view', 'edit'] }
const createClerk = async (name: string, roles: Roles) => {
  const { id } = await createTestAdmin(db, { name, roles })
  const { token } = await createSession(db, 'admin', id)
  return { id, token, device: await liveGateway.connect(token) }
}
const liza = await createClerk('Liza', EDITOR_ROLES)
const ben = await createClerk('Ben', EDITOR_ROLES)
const viewer = await createClerk('Vic', { tenants: ['view'] })
const paymentsAdmin = await createClerk('Ona', { payments: ['view', 'edit'] })
const guest = await liveGateway.connect((await createSession(db, 'client', tenant.id)).token)

const emitWritingEvent = ({ socket }: Device, data: unknown = subject): Promise<unknown> =>
  socket.emitWithAck('writing', data)
const getWritingEvents = ({ received }: Device) => received.filter(({ event }) => event.includes('writing'))
const createWritingEvent = (id: number) => ({
  event: `admin-writing.${id}`,
  data: { ...subject, name: 'Liza' },
})
const devices = [liza.device, ben.device, viewer.device, paymentsAdmin.device, guest]

test('colleagues who may view the record read who is writing; the writer and residents do not (rules 23.49)', async () => {
  const second = await liveGateway.connect(liza.token)
  await emitWritingEvent(liza.device)
  await liveGateway.settle()
  expect(devices.map(getWritingEvents)).toEqual([
    [],
    [createWritingEvent(ben.id)],
    [createWritingEvent(viewer.id)],
    [],
    [],
  ])
  expect(getWritingEvents(second)).toEqual([])
})

test.each([
  ['who may only view', () => viewer.device],
  ['who may not view the record', () => paymentsAdmin.device],
  ['a resident', () => guest],
])('%s cannot say so', async (_, getDevice) => {
  const eventCountsBefore = devices.map((device) => getWritingEvents(device).length)
  await emitWritingEvent(getDevice())
  await liveGateway.settle()
  expect(devices.map((device) => getWritingEvents(device).length)).toEqual(eventCountsBefore)
})

test.each([
  null,
  'tenant',
  {},
  { kind: 'post', id: 1 },
  { kind: 'tenant', id: '1' },
  { kind: 'ticket', id: 2 ** 40 },
])('%j is ignored', async (data) => {
  const { device } = await createClerk('Cara', EDITOR_ROLES)
  const eventCountsBefore = devices.map((connectedDevice) => getWritingEvents(connectedDevice).length)
  await emitWritingEvent(device, data)
  await liveGateway.settle()
  expect(devices.map((connectedDevice) => getWritingEvents(connectedDevice).length)).toEqual(
    eventCountsBefore,
  )
})

test('a right taken away counts at once, and many signs in a second are one', async () => {
  const { id, device } = await createClerk('Dan', EDITOR_ROLES)
  await setRoles(db, id, { tenants: ['view'] })
  const eventCountBefore = getWritingEvents(ben.device).length
  await emitWritingEvent(device)
  await liveGateway.settle()
  expect(getWritingEvents(ben.device)).toHaveLength(eventCountBefore)
  const { device: eve } = await createClerk('Eve', EDITOR_ROLES)
  // Stops the clock, so that all five calls come within one interval of the rate limit, even on a slow
  // machine.
  vi.useFakeTimers({ toFake: ['performance'] })
  await Promise.all(Array.from({ length: 5 }, () => emitWritingEvent(eve)))
  await liveGateway.settle()
  expect(getWritingEvents(ben.device)).toHaveLength(eventCountBefore + 1)
})

test('a sign only reads the database', async () => {
  const { token } = await createClerk('Fe', EDITOR_ROLES)
  const emitSpy = vi.fn()
  const auth = { token }
  const socket = {
    data: { holder: {} },
    handshake: { auth },
    to: () => ({ emit: emitSpy }),
  } as unknown as PortalSocket
  await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) =>
      createWritingEventHandler({ db: tx })?.(
        socket,
        (sessionToken) => createSessionStore(tx).find(sessionToken),
        subject,
        null,
      ),
    )
  expect(emitSpy).toHaveBeenCalledWith(`admin-writing.${ben.id}`, { data: { ...subject, name: 'Fe' } })
})
