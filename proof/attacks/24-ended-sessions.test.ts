import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, test } from 'vitest'
import type { Area } from '@tahanan/contract/limits.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { markSessionAsConfirmed } from '@tahanan/server/features/sessions/confirm-session.ts'
import { createToken } from '@tahanan/server/features/sessions/passwords/create-token.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { openTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import {
  createTestAdmin,
  createTestSuperAdmin,
  createTestTenant,
  TEST_PASSWORD,
} from '@tahanan/server/testing/accounts.ts'
import { getCode } from '@tahanan/server/testing/authenticator.ts'
import { serveTestPortal } from '@tahanan/server/testing/served-portal.ts'

/**
 * Tests attack 24 of docs/attacks.yaml: using a session that has ended. The end of a session must also end
 * its running calls and live connections.
 */
const sockets: Socket[] = []
const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-ended-'))
const config = { connectionString: database.connectionString, dataDir }
const { url, stop } = await serveTestPortal(config, { RATE_LIMIT_PER_MINUTE: '0' })
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Session {
  readonly area: Area
  readonly id: number
  readonly token: string
  readonly sessionId: number
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>
}

const ACCOUNT_CREATORS = {
  client: createTestTenant,
  admin: createTestAdmin,
  'super-admin': createTestSuperAdmin,
} as const

async function createTestSession(area: Area, id: number): Promise<Session> {
  const { token, sessionId } = await createSession(database.db, area, id)
  await markSessionAsConfirmed(database.db, { sessionId })
  const callApi: Session['call'] = async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { area, id, token, sessionId, call: callApi }
}
const createAccountWithSession = async (area: Area) =>
  createTestSession(area, (await ACCOUNT_CREATORS[area](database.db)).id)

async function connect({ token }: Pick<Session, 'token'>) {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  sockets.push(socket)
  const receivedEvents: string[] = []
  socket.onAny((event: string) => receivedEvents.push(event))
  const device: { socket: Socket; events: string[]; disconnectReason: string | null } = {
    socket,
    events: receivedEvents,
    disconnectReason: null,
  }
  socket.on('disconnect', (reason) => (device.disconnectReason = reason))
  const connectionError = await new Promise<Error | null>((resolve) => {
    socket.on('connect', () => resolve(null))
    socket.on('connect_error', resolve)
  })
  if (connectionError) throw connectionError
  return device
}

const getMeStatus = async (session: Session) => (await session.call('GET', '/me')).status
const NEW_PASSWORD = 'another-password-1'

interface SessionEnding {
  readonly why: string
  readonly area: Area
  readonly end: (victim: Session, otherSession: Session) => Promise<{ status: number }>
}

const getEndingsByOwner = (area: Area): SessionEnding[] => [
  { why: 'logging out', area, end: (victim) => victim.call('POST', '/logout') },
  {
    why: 'ended in the list of sessions',
    area,
    end: ({ sessionId }, otherSession) => otherSession.call('DELETE', `/sessions/${sessionId}`),
  },
  { why: 'all others ended', area, end: (_, otherSession) => otherSession.call('DELETE', '/sessions') },
  {
    why: 'the password changed in another session',
    area,
    end: (_, otherSession) =>
      otherSession.call('PUT', '/change-password', {
        oldPassword: TEST_PASSWORD,
        newPassword: NEW_PASSWORD,
        reNewPassword: NEW_PASSWORD,
      }),
  },
  {
    why: 'a password chosen through a mailed link',
    area,
    end: async ({ id }, otherSession) =>
      otherSession.call('POST', '/choose-password', {
        token: await createToken(database.db, area, id, 1),
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      }),
  },
]

const endingsByOthers: SessionEnding[] = [
  {
    why: 'a password set by the office',
    area: 'client',
    end: async ({ id }) =>
      (await createAccountWithSession('admin')).call('PUT', `/tenant/${id}`, { password: NEW_PASSWORD }),
  },
  {
    why: 'deletion by the office',
    area: 'client',
    end: async ({ id }) => (await createAccountWithSession('admin')).call('DELETE', `/tenant/${id}`),
  },
  {
    why: 'a password set by the super-administrator',
    area: 'admin',
    end: async ({ id }) =>
      (await createAccountWithSession('super-admin')).call('PUT', `/user-admin/${id}`, {
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      }),
  },
  {
    why: 'deletion by the super-administrator',
    area: 'admin',
    end: async ({ id }) =>
      (await createAccountWithSession('super-admin')).call('DELETE', `/user-admin/${id}`),
  },
  {
    why: 'two-step login turned on in another session',
    area: 'admin',
    end: async (_, otherSession) => {
      const { body } = await otherSession.call('POST', '/second-factor/begin', { password: TEST_PASSWORD })
      return otherSession.call('POST', '/second-factor/confirm', { code: getCode(String(body.secret)) })
    },
  },
]

describe.each([
  ...getEndingsByOwner('client'),
  ...getEndingsByOwner('admin'),
  ...getEndingsByOwner('super-admin'),
  ...endingsByOthers,
])('$area: $why', ({ area, end }) => {
  test('ends calls and live connections of the session at once, and of no other account', async () => {
    const [victim, bystander] = [await createAccountWithSession(area), await createAccountWithSession(area)]
    const otherSession = await createTestSession(area, victim.id)
    const devices = [await connect(victim), await connect(victim)]
    const bystanderDevice = await connect(bystander)
    expect(await getMeStatus(victim)).toBe(200)

    expect((await end(victim, otherSession)).status).toBe(200)
    expect(await getMeStatus(victim)).toBe(401)
    await expect
      .poll(() => devices.map(({ disconnectReason }) => disconnectReason))
      .toEqual(['io server disconnect', 'io server disconnect'])
    await expect(connect(victim)).rejects.toMatchObject({ data: { code: 'noSession' } })
    expect(await getMeStatus(bystander)).toBe(200)
    expect([bystanderDevice.disconnectReason, bystanderDevice.socket.connected]).toEqual([null, true])
  })
})

const countEvents = (device: { events: string[] }, session: Session) =>
  device.events.filter((event) => event === liveChannels.adminTickets('commendations', session.id)).length

const COMMENDATION_BODY = createExampleBody(getModule('commendation'), new Date(), 'Asia/Manila')

test('a removed permission closes its calls and stops its events at once', async () => {
  const [office, superAdmin] = [
    await createAccountWithSession('admin'),
    await createAccountWithSession('super-admin'),
  ]
  const [resident, otherAdmin] = [
    await createAccountWithSession('client'),
    await createAccountWithSession('admin'),
  ]
  const [watchingDevice, control] = [await connect(office), await connect(otherAdmin)]
  const createCommendation = () => resident.call('POST', '/commendation', COMMENDATION_BODY)

  const firstResponse = await createCommendation()
  expect([firstResponse.status, firstResponse.status === 201 ? '' : firstResponse.body]).toEqual([201, ''])
  await expect
    .poll(() => [countEvents(watchingDevice, office), countEvents(control, otherAdmin)])
    .toEqual([1, 1])

  const { status } = await superAdmin.call('PUT', `/user-admin/${office.id}`, { roles: createRoles({}) })
  expect(status).toBe(200)
  expect((await office.call('GET', '/commendations')).status).toBe(403)
  // The server sends events in order. When the other administrator has received a later event, an event for
  // this one would already have arrived.
  for (const count of [2, 3]) {
    await createCommendation()
    await expect.poll(() => countEvents(control, otherAdmin)).toBe(count)
  }
  expect(countEvents(watchingDevice, office)).toBe(1)
})

test('maintenance ends calls and live connections of all but the super-administrator', async () => {
  const superAdmin = await createAccountWithSession('super-admin')
  const victims = [await createAccountWithSession('client'), await createAccountWithSession('admin')]
  const devices = await Promise.all(victims.map(connect))
  const superAdminDevice = await connect(superAdmin)
  const setMaintenance = (value: '0' | '1') =>
    superAdmin.call('POST', '/website-settings', {
      settings: [
        { name: 'isUnderMaintenance', value },
        { name: 'maintenanceMessage', value: 'Back at noon.' },
      ],
    })

  expect((await setMaintenance('1')).status).toBe(200)
  for (const victim of victims) {
    const { status, body } = await victim.call('GET', '/me')
    expect([status, body.message]).toEqual([503, 'Back at noon.'])
  }
  await expect
    .poll(() => devices.map(({ disconnectReason }) => disconnectReason))
    .toEqual(['io server disconnect', 'io server disconnect'])
  expect(await getMeStatus(superAdmin)).toBe(200)
  expect(superAdminDevice.socket.connected).toBe(true)

  expect((await setMaintenance('0')).status).toBe(200)
  for (const victim of victims) expect(await getMeStatus(victim)).toBe(401)
})
