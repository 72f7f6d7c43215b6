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
const clerkOf = async (name: string, roles: Roles) => {
  const { id } = await makeAdmin(db, { name, roles })
  const { token } = await createSession(db, 'admin', id)
  return { id, token, device: await live.connect(token) }
}
const liza = await clerkOf('Liza', EDITOR)
const ben = await clerkOf('Ben', EDITOR)
const viewer = await clerkOf('Vic', { tenants: ['view'] })
const other = await clerkOf('Ona', { payments: ['view', 'edit'] })
const guest = await live.connect((await createSession(db, 'client', tenant.id)).token)

/** Emits a typing event; resolves when the server has handled it. */
const write = ({ socket }: Device, data: unknown = subject): Promise<unknown> =>
  socket.emitWithAck('writing', data)
const told = ({ received }: Device) => received.filter(({ event }) => event.includes('writing'))
const sign = (id: number) => ({ event: `admin-writing.${id}`, data: { ...subject, name: 'Liza' } })
const all = [liza.device, ben.device, viewer.device, other.device, guest]

test('colleagues who may view the record read who is writing; the writer and residents do not (rules 23.49)', async () => {
  const second = await live.connect(liza.token)
  await write(liza.device)
  await live.settle()
  expect(all.map(told)).toEqual([[], [sign(ben.id)], [sign(viewer.id)], [], []])
  expect(told(second)).toEqual([])
})

test.each([
  ['who may only view', () => viewer.device],
  ['who may not view the record', () => other.device],
  ['a resident', () => guest],
])('%s cannot say so', async (_, deviceOf) => {
  const before = all.map((device) => told(device).length)
  await write(deviceOf())
  await live.settle()
  expect(all.map((device) => told(device).length)).toEqual(before)
})

test.each([
  null,
  'tenant',
  {},
  { kind: 'post', id: 1 },
  { kind: 'tenant', id: '1' },
  { kind: 'ticket', id: 2 ** 40 },
])('%j is ignored', async (data) => {
  const { device } = await clerkOf('Cara', EDITOR)
  const before = all.map((one) => told(one).length)
  await write(device, data)
  await live.settle()
  expect(all.map((one) => told(one).length)).toEqual(before)
})

test('a right taken away counts at once, and many signs in a second are one', async () => {
  const { id, device } = await clerkOf('Dan', EDITOR)
  await setRoles(db, id, { tenants: ['view'] })
  const before = told(ben.device).length
  await write(device)
  await live.settle()
  expect(told(ben.device)).toHaveLength(before)
  const { device: eve } = await clerkOf('Eve', EDITOR)
  // Stops the clock, so that the rate limit does not depend on the speed of the test.
  vi.useFakeTimers({ toFake: ['performance'] })
  await Promise.all(Array.from({ length: 5 }, () => write(eve)))
  await live.settle()
  expect(told(ben.device)).toHaveLength(before + 1)
})

test('a sign only reads the database', async () => {
  const { token } = await clerkOf('Fe', EDITOR)
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
