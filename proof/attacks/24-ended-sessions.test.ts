import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, test } from 'vitest'
import { channels } from '@tahanan/contract/channels.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { writeConfirmation } from '@tahanan/server/features/sessions/confirm-session.ts'
import { makeToken } from '@tahanan/server/features/sessions/passwords/account-tokens.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { openTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { makeAdmin, makeSuperAdmin, makeTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { codeOf } from '@tahanan/server/testing/authenticator.ts'
import { serveTestPortal } from '@tahanan/server/testing/served-portal.ts'

/** Attack 24 on the server as it is started: each way in which a session ends, for its calls and its live connections. */
const sockets: Socket[] = []
const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-ended-'))
const place = { connectionString: database.connectionString, dataDir }
const { url, stop } = await serveTestPortal(place, { RATE_LIMIT_PER_MINUTE: '0' })
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

const MAKERS = { client: makeTenant, admin: makeAdmin, 'super-admin': makeSuperAdmin } as const

async function sessionOf(area: Area, id: number): Promise<Session> {
  const { token, sessionId } = await createSession(database.db, area, id)
  await writeConfirmation(database.db, { sessionId })
  const call: Session['call'] = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { area, id, token, sessionId, call }
}
const newAccount = async (area: Area) => sessionOf(area, (await MAKERS[area](database.db)).id)

/** A live connection: settled once it is connected or refused; what it hears, and the reason of its end. */
async function connect({ token }: Pick<Session, 'token'>) {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  sockets.push(socket)
  const heard: string[] = []
  socket.onAny((event: string) => heard.push(event))
  const device: { socket: Socket; heard: string[]; ended: string | null } = { socket, heard, ended: null }
  socket.on('disconnect', (reason) => (device.ended = reason))
  const refused = await new Promise<Error | null>((resolve) => {
    socket.on('connect', () => resolve(null))
    socket.on('connect_error', resolve)
  })
  if (refused) throw refused
  return device
}

const me = async (who: Session) => (await who.call('GET', '/me')).status
const NEW = 'another-password-1'

interface Ending {
  readonly why: string
  readonly area: Area
  /** Ends the victim's session; `same` is another session of the victim's account. */
  readonly act: (victim: Session, same: Session) => Promise<{ status: number }>
}

const own = (area: Area): Ending[] => [
  { why: 'logging out', area, act: (victim) => victim.call('POST', '/logout') },
  {
    why: 'ended in the list of one’s sessions',
    area,
    act: ({ sessionId }, same) => same.call('DELETE', `/sessions/${sessionId}`),
  },
  { why: 'all others ended', area, act: (_, same) => same.call('DELETE', '/sessions') },
  {
    why: 'a password changed for oneself elsewhere',
    area,
    act: (_, same) =>
      same.call('PUT', '/change-password', {
        oldPassword: TEST_PASSWORD,
        newPassword: NEW,
        reNewPassword: NEW,
      }),
  },
  {
    why: 'a password chosen by a mailed link',
    area,
    act: async ({ id }, same) =>
      same.call('POST', '/choose-password', {
        token: await makeToken(database.db, area, id, 1),
        password: NEW,
        password_confirmation: NEW,
      }),
  },
]

const byOthers: Ending[] = [
  {
    why: 'a password set by the office',
    area: 'client',
    act: async ({ id }) => (await newAccount('admin')).call('PUT', `/tenant/${id}`, { password: NEW }),
  },
  {
    why: 'deletion by the office',
    area: 'client',
    act: async ({ id }) => (await newAccount('admin')).call('DELETE', `/tenant/${id}`),
  },
  {
    why: 'a password set by the super-administrator',
    area: 'admin',
    act: async ({ id }) =>
      (await newAccount('super-admin')).call('PUT', `/user-admin/${id}`, {
        password: NEW,
        password_confirmation: NEW,
      }),
  },
  {
    why: 'deletion by the super-administrator',
    area: 'admin',
    act: async ({ id }) => (await newAccount('super-admin')).call('DELETE', `/user-admin/${id}`),
  },
  {
    why: 'two-step login turned on elsewhere',
    area: 'admin',
    act: async (_, same) => {
      const { body } = await same.call('POST', '/second-factor/begin', { password: TEST_PASSWORD })
      return same.call('POST', '/second-factor/confirm', { code: codeOf(String(body.secret)) })
    },
  },
]

describe.each([...own('client'), ...own('admin'), ...own('super-admin'), ...byOthers])(
  '$area: $why',
  ({ area, act }) => {
    test('ends its calls and its live connections at once, and nobody else’s', async () => {
      const [victim, bystander] = [await newAccount(area), await newAccount(area)]
      const same = await sessionOf(area, victim.id)
      const devices = [await connect(victim), await connect(victim)]
      const staying = await connect(bystander)
      expect(await me(victim)).toBe(200)

      expect((await act(victim, same)).status).toBe(200)
      expect(await me(victim)).toBe(401)
      await expect
        .poll(() => devices.map(({ ended }) => ended), { timeout: 10_000 })
        .toEqual(['io server disconnect', 'io server disconnect'])
      await expect(connect(victim)).rejects.toMatchObject({ data: { code: 'noSession' } })
      expect(await me(bystander)).toBe(200)
      expect([staying.ended, staying.socket.connected]).toEqual([null, true])
    })
  },
)

const told = (device: { heard: string[] }, who: Session) =>
  device.heard.filter((event) => event === channels.adminTickets('commendations', who.id)).length

const COMMENDATION = exampleBody(moduleNamed('commendation'), new Date(), 'Asia/Manila')

test('a permission that was taken away closes its calls at once, and nothing of its page is told any more', async () => {
  const [office, superAdmin] = [await newAccount('admin'), await newAccount('super-admin')]
  const [resident, other] = [await newAccount('client'), await newAccount('admin')]
  const [watching, control] = [await connect(office), await connect(other)]
  const file = () => resident.call('POST', '/commendation', COMMENDATION)

  const filed = await file()
  expect([filed.status, filed.status === 201 ? '' : filed.body]).toEqual([201, ''])
  await expect.poll(() => [told(watching, office), told(control, other)], { timeout: 10_000 }).toEqual([1, 1])

  const { status } = await superAdmin.call('PUT', `/user-admin/${office.id}`, { roles: makeRoles({}) })
  expect(status).toBe(200)
  expect((await office.call('GET', '/commendations')).status).toBe(403)
  // Events go out in order: once the control has heard of the second, nothing of the first is on its way any more.
  for (const count of [2, 3]) {
    await file()
    await expect.poll(() => told(control, other), { timeout: 10_000 }).toBe(count)
  }
  expect(told(watching, office)).toBe(1)
})

test('maintenance ends calls and live connections of residents and administrators, not of the super-administrator', async () => {
  const superAdmin = await newAccount('super-admin')
  const victims = [await newAccount('client'), await newAccount('admin')]
  const devices = await Promise.all(victims.map(connect))
  const staying = await connect(superAdmin)
  const set = (value: '0' | '1') =>
    superAdmin.call('POST', '/website-settings', {
      settings: [
        { name: 'isUnderMaintenance', value },
        { name: 'maintenanceMessage', value: 'Back at noon.' },
      ],
    })

  expect((await set('1')).status).toBe(200)
  for (const victim of victims) {
    const { status, body } = await victim.call('GET', '/me')
    expect([status, body.message]).toEqual([503, 'Back at noon.'])
  }
  await expect
    .poll(() => devices.map(({ ended }) => ended), { timeout: 10_000 })
    .toEqual(['io server disconnect', 'io server disconnect'])
  expect(await me(superAdmin)).toBe(200)
  expect(staying.socket.connected).toBe(true)

  expect((await set('0')).status).toBe(200)
  for (const victim of victims) expect(await me(victim)).toBe(401)
})
