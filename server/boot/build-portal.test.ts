import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createTestDatabase } from '../platform/db/testing.ts'
import type { TestDatabase } from '../platform/db/testing.ts'
import { createLogger } from '../platform/http/logger.ts'
import type { SuperAdminLogin } from '../features/sessions/reset-super-admin.ts'
import { createSession } from '../features/sessions/sessions.ts'
import { makeTenant, TEST_PASSWORD } from '../testing/accounts.ts'
import { buildPortal } from './build-portal.ts'
import { startPortal } from './start-portal.ts'

let database: TestDatabase
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tahanan-build-'))
})
afterEach(async () => {
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

async function start() {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.connectionString,
    DEMO: 'false',
  })
  const told: SuperAdminLogin[] = []
  const { listening, shutdown } = await startPortal(config, createLogger(config), (foundation) =>
    buildPortal(foundation, (login) => told.push(login)),
  )
  return { url: `http://127.0.0.1:${listening.port}`, shutdown, told }
}

test('a first start on an empty database serves, and tells the made-up login that then works', async () => {
  const { url, shutdown, told } = await start()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(told).toHaveLength(1)
  const login = await fetch(`${url}/api/login/super-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(told[0]),
  })
  expect(login.status).toBe(200)
  await shutdown.stop()
})

test('sessions survive a restart, and nothing is told a second time', async () => {
  const tenant = await makeTenant(database.db)
  const { token } = await createSession(database.db, 'client', tenant.id)
  const first = await start()
  await first.shutdown.stop()
  const second = await start()
  const me = await fetch(`${second.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(200)
  expect(second.told).toEqual([])
  await second.shutdown.stop()
})

test('a portal that stops closes its live connections, takes no new calls and answers the running ones', async () => {
  const tenant = await makeTenant(database.db)
  const { token } = await createSession(database.db, 'client', tenant.id)
  const { url, shutdown } = await start()
  const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: false })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))

  // A lock on the tenant's row keeps the call running until the portal is told to stop.
  let running: Promise<Response> | undefined
  let stopped: Promise<void> | undefined
  await database.db.transaction().execute(async (tx) => {
    await sql`select id from tenants where id = ${tenant.id} for update`.execute(tx)
    running = fetch(`${url}/api/change-password`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        oldPassword: TEST_PASSWORD,
        newPassword: 'brand-new-1',
        reNewPassword: 'brand-new-1',
      }),
    })
    await expect
      .poll(async () => {
        const { rows } = await sql<{
          n: number
        }>`select count(*) as n from pg_locks where not granted`.execute(database.db)
        return rows[0]?.n
      })
      .toBe(1)
    stopped = shutdown.stop()
    await expect.poll(() => socket.connected).toBe(false)
    // Live connections are closed a moment before the port is.
    const call = () =>
      fetch(`${url}/healthz`).then(
        () => 'served',
        () => 'refused',
      )
    await expect.poll(call).toBe('refused')
  })
  expect((await running)?.status).toBe(200)
  await stopped
})
