import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSession } from '#features/sessions/sessions.ts'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { createTestTenant, TEST_PASSWORD } from '#testing/accounts.ts'
import { serveTestPortal } from '#testing/served-portal.ts'

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

const startTestPortal = () => serveTestPortal({ connectionString: database.connectionString, dataDir })

test('a first start on an empty database serves, and reports a generated login that works', async () => {
  const { url, stop, logins } = await startTestPortal()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(logins).toHaveLength(1)
  const loginResponse = await fetch(`${url}/api/login/super-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(logins[0]),
  })
  expect(loginResponse.status).toBe(200)
  await stop()
})

test('sessions survive a restart, which reports no login', async () => {
  const tenant = await createTestTenant(database.db)
  const { token } = await createSession(database.db, 'client', tenant.id)
  const firstPortal = await startTestPortal()
  await firstPortal.stop()
  const secondPortal = await startTestPortal()
  const meResponse = await fetch(`${secondPortal.url}/api/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(meResponse.status).toBe(200)
  expect(secondPortal.logins).toEqual([])
  await secondPortal.stop()
})

test('a stopping portal closes its live connections, refuses new calls and answers running ones', async () => {
  const tenant = await createTestTenant(database.db)
  const { token } = await createSession(database.db, 'client', tenant.id)
  const { url, stop } = await startTestPortal()
  const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: false })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))

  // Locks the tenant's row. The call waits for this lock, so it is still running when the portal stops.
  let pendingResponse: Promise<Response> | undefined
  let stopPromise: Promise<void> | undefined
  await database.db.transaction().execute(async (tx) => {
    await sql`select id from tenants where id = ${tenant.id} for update`.execute(tx)
    pendingResponse = fetch(`${url}/api/change-password`, {
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
        const lockWaitsQuery = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return (await lockWaitsQuery.execute(database.db)).rows.length
      })
      .toBe(1)
    stopPromise = stop()
    await expect.poll(() => socket.connected).toBe(false)
    // Polls, because the port is closed a moment after the live connections.
    const callHealthCheck = () =>
      fetch(`${url}/healthz`).then(
        () => 'served',
        () => 'refused',
      )
    await expect.poll(callHealthCheck).toBe('refused')
  })
  expect((await pendingResponse)?.status).toBe(200)
  await stopPromise
})
