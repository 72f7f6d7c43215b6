import { afterAll, expect, test, vi } from 'vitest'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import type { PortalSocket } from '#platform/realtime/create-socket-admission.ts'
import { openTestLive, type Device } from '#platform/realtime/testing.ts'
import { makeAdmin, makeTenant, setRoles } from '#testing/accounts.ts'
import { createWritingRequest } from './create-writing-request.ts'

const database = await openTestDatabase()
const { db } = database
await insertDefaultSettings(db)
const live = await openTestLive(database)
afterAll(() => live.close())

const tenant = await makeTenant(db)
const subject = { kind: 'tenant', id: tenant.id }
type Roles = Parameters<typeof setRoles>[2]
const EDITOR: Roles = { tenants: ['view', 'edit'] }
const createClerk = async (name: string, roles: Roles) => {
  const { id } = await makeAdmin(db, { name, roles })
  const { token } = await createSession(db, 'admin', id)
  return { id, token, device: await live.connect(token) }
}
const liza = await createClerk('Liza', EDITOR)
const ben = await createClerk('Ben', EDITOR)
const viewer = await createClerk('Vic', { tenants: ['view'] })
const other = await createClerk('Ona', { payments: ['view', 'edit'] })
const guest = await live.connect((await createSession(db, 'client', tenant.id)).token)

/** Resolves when the server has handled the event. */
const write = ({ socket }: Device, data: unknown = subject): Promise<unknown> =>
  socket.emitWithAck('writing', data)
const getReceived = ({ received }: Device) => received.filter(({ event }) => event.includes('writing'))
const createSign = (id: number) => ({ event: `admin-writing.${id}`, data: { ...subject, name: 'Liza' } })
const all = [liza.device, ben.device, viewer.device, other.device, guest]

test('colleagues who may view the record read who is writing; the writer and residents do not (rules 23.49)', async () => {
  const second = await live.connect(liza.token)
  await write(liza.device)
  await live.settle()
  expect(all.map(getReceived)).toEqual([[], [createSign(ben.id)], [createSign(viewer.id)], [], []])
  expect(getReceived(second)).toEqual([])
})

test.each([
  ['who may only view', () => viewer.device],
  ['who may not view the record', () => other.device],
  ['a resident', () => guest],
])('%s cannot say so', async (_, deviceOf) => {
  const before = all.map((device) => getReceived(device).length)
  await write(deviceOf())
  await live.settle()
  expect(all.map((device) => getReceived(device).length)).toEqual(before)
})

test.each([
  null,
  'tenant',
  {},
  { kind: 'post', id: 1 },
  { kind: 'tenant', id: '1' },
  { kind: 'ticket', id: 2 ** 40 },
])('%j is ignored', async (data) => {
  const { device } = await createClerk('Cara', EDITOR)
  const before = all.map((one) => getReceived(one).length)
  await write(device, data)
  await live.settle()
  expect(all.map((one) => getReceived(one).length)).toEqual(before)
})

test('a right taken away counts at once, and many signs in a second are one', async () => {
  const { id, device } = await createClerk('Dan', EDITOR)
  await setRoles(db, id, { tenants: ['view'] })
  const before = getReceived(ben.device).length
  await write(device)
  await live.settle()
  expect(getReceived(ben.device)).toHaveLength(before)
  const { device: eve } = await createClerk('Eve', EDITOR)
  // Freezes the clock, so that all five calls are within one interval of the rate limit on a slow machine
  // too.
  vi.useFakeTimers({ toFake: ['performance'] })
  await Promise.all(Array.from({ length: 5 }, () => write(eve)))
  await live.settle()
  expect(getReceived(ben.device)).toHaveLength(before + 1)
})

test('a sign only reads the database', async () => {
  const { token } = await createClerk('Fe', EDITOR)
  const emit = vi.fn()
  const auth = { token }
  const socket = {
    data: { holder: {} },
    handshake: { auth },
    to: () => ({ emit }),
  } as unknown as PortalSocket
  await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) =>
      createWritingRequest({ db: tx })?.(socket, (one) => createSessionStore(tx).find(one), subject, null),
    )
  expect(emit).toHaveBeenCalledWith(`admin-writing.${ben.id}`, { data: { ...subject, name: 'Fe' } })
})
