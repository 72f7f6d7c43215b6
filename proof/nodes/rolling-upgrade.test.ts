import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { createTestDatabase, type TestDatabase } from '@tahanan/server/platform/db/testing.ts'
import {
  createTestAdmin,
  createTestAmenity,
  createTestSuperAdmin,
  createTestTenant,
} from '@tahanan/server/testing/accounts.ts'
import { createCaller, type NetworkCaller } from './caller.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { startNode, type PortalNode } from './portal-node.ts'
import { startRedis, type RedisServer } from './redis-server.ts'
import { waitUntil } from './until.ts'

const NEXT_VERSION_SCRIPT = 'proof/nodes/next-version-main.ts'
let redis: RedisServer
let database: TestDatabase
let nodes: PortalNode[]
beforeAll(async () => {
  redis = await startRedis()
})
beforeEach(async () => {
  database = await createTestDatabase()
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.end('SIGKILL')))
  await database.destroy()
})
afterAll(() => redis.close())

async function startVersion(next?: 'adding' | 'breaking'): Promise<PortalNode> {
  const env = {
    DATABASE_URL: database.connectionString,
    REDIS_URL: redis.url,
    // Uses only two database connections, so that both have prepared every SQL query before the migration.
    DATABASE_POOL_SIZE: '2',
    RATE_LIMIT_PER_MINUTE: '0',
    ...(next && { NEXT_MIGRATION: next }),
  }
  const node = await startNode(env, next ? NEXT_VERSION_SCRIPT : undefined)
  nodes.push(node)
  return node
}

const listMigrations = async (): Promise<string[]> =>
  (await database.pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    ({ name }) => name,
  )

interface OpenApi {
  paths: Record<string, { get?: object }>
}

async function listReadPaths(url: string, ids: Record<string, number>): Promise<string[]> {
  const { body } = await createCaller(url).get<OpenApi>('/openapi.json')
  const paths = Object.entries(body.paths).flatMap(([path, { get }]) =>
    get ? [path.replace(/^\/api/, '')] : [],
  )
  return paths.flatMap((path) => {
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1))
    return filledPath === '/openapi.json' || filledPath.startsWith('/docs') ? [] : [filledPath]
  })
}

test('after an additive migration the old version still answers every call, and can be started again', async () => {
  const oldNode = await startVersion()
  const { db } = database
  const [tenant, account, chief] = [
    await createTestTenant(db),
    await createTestAdmin(db),
    await createTestSuperAdmin(db),
  ]
  await createTestAmenity(db)
  const createLoggedInCaller = async (area: 'client' | 'admin' | 'super-admin', id: number) =>
    createCaller(oldNode.url, (await createSession(db, area, id)).token)
  const resident = await createLoggedInCaller('client', tenant.id)
  const admin = await createLoggedInCaller('admin', account.id)
  const superAdmin = await createLoggedInCaller('super-admin', chief.id)
  const allCallers: NetworkCaller[] = [resident, admin, superAdmin]
  const ticketResponse = await resident.post<TicketRow>('/ticket', createGatePassBody('Before'))
  expect(ticketResponse.status).toBe(201)

  const paths = await listReadPaths(oldNode.url, {
    tenantId: tenant.id,
    readerId: tenant.id,
    id: ticketResponse.body.id,
  })
  expect(paths.length).toBeGreaterThan(60)
  /** Makes each call twice at once, so that both database connections prepare its SQL query. */
  const callAllReadPaths = async (at: string) => {
    const statusByPath: Record<string, number> = {}
    // Deletes failed logins: some of these calls count as failed logins and would lock the account.
    await db.deleteFrom('login_failures').execute()
    for (const [n, caller] of allCallers.entries())
      for (const path of paths) {
        const bothResponses = await Promise.all([
          caller.withBaseUrl(at).get(path),
          caller.withBaseUrl(at).get(path),
        ])
        statusByPath[`${n} ${path}`] = Math.max(...bothResponses.map(({ status }) => status))
      }
    return statusByPath
  }
  const createAndChangeTicket = async (at: string, name: string) => {
    const createResponse = await resident.withBaseUrl(at).post<TicketRow>('/ticket', createGatePassBody(name))
    const changeResponse = await admin
      .withBaseUrl(at)
      .put<TicketRow>(`/ticket/${createResponse.body.id}`, { status: 2, remarks: name })
    const headerResponse = await admin.withBaseUrl(at).post('/policies-header', { title: name })
    return [createResponse.status, changeResponse.status, headerResponse.status]
  }
  const statusesBefore = await callAllReadPaths(oldNode.url)
  expect(Object.entries(statusesBefore).filter(([, status]) => status >= 500)).toEqual([])
  expect(Object.values(statusesBefore).filter((status) => status === 200).length).toBeGreaterThan(60)
  const writeStatuses = await createAndChangeTicket(oldNode.url, 'Old, before')
  expect(writeStatuses.slice(0, 2)).toEqual([201, 200])

  // Simulates a long read, such as a backup. The migration must wait until it ends.
  const readerClient = await database.pool.connect()
  await readerClient.query('begin; lock table tickets in access share mode')
  const startPromise = startVersion('adding')
  const statusesDuringUpgrade: number[] = []
  const readerState = { isOver: false }
  const readPromise = (async () => {
    while (!readerState.isOver) statusesDuringUpgrade.push((await resident.get('/tickets')).status)
  })()
  await waitUntil('the migration waits for the reader', async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'tahanan-migrate' and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
  const answerCountBefore = statusesDuringUpgrade.length
  await waitUntil('calls are answered meanwhile', () => statusesDuringUpgrade.length > answerCountBefore + 5)
  readerState.isOver = true
  await readPromise
  await readerClient.query('commit')
  readerClient.release()
  const upgradedNode = await startPromise
  expect(new Set(statusesDuringUpgrade)).toEqual(new Set([200]))
  expect((await listMigrations()).at(-1)).toBe('9001_more')

  expect(await callAllReadPaths(oldNode.url)).toEqual(statusesBefore)
  expect(await createAndChangeTicket(oldNode.url, 'Old, after')).toEqual(writeStatuses)
  expect(await createAndChangeTicket(upgradedNode.url, 'New')).toEqual(writeStatuses)
  for (const { url } of [oldNode, upgradedNode]) {
    const { body } = await admin.withBaseUrl(url).get<{ data: TicketRow[] }>('/tickets?limit=0')
    expect(body.data.map(({ bearerName }) => bearerName)).toEqual([
      'New',
      'Old, after',
      'Old, before',
      'Before',
    ])
  }
  await oldNode.end('SIGKILL')
  const restartedNode = await startVersion()
  expect(await createAndChangeTicket(restartedNode.url, 'Old, again')).toEqual(writeStatuses)
})

test('a breaking migration is refused while the old version runs; afterwards the old version cannot start', async () => {
  const oldNode = await startVersion()
  const { db } = database
  const tenant = await createTestTenant(db)
  const resident = createCaller(oldNode.url, (await createSession(db, 'client', tenant.id)).token)
  // Renames the test's own database connections. With the portal's name they would count as a running portal.
  await database.pool.query(`set application_name = 'a test'`)
  const migrationNames = await listMigrations()

  await expect(startVersion('breaking')).rejects.toThrow(
    /Other processes of the portal run .* 9001_breaking/s,
  )
  expect(await listMigrations()).toEqual(migrationNames)
  expect((await resident.post('/ticket', createGatePassBody())).status).toBe(201)

  await oldNode.end()
  const upgradedNode = await startVersion('breaking')
  expect((await listMigrations()).at(-1)).toBe('9001_breaking')
  await upgradedNode.end()
  await expect(startVersion()).rejects.toThrow(/9001_breaking is unknown to this one/)
})

test('two processes started at once on an empty database make one schema and one account', async () => {
  await database.destroy()
  database = await createTestDatabase({ empty: true })
  await Promise.all([startVersion('adding'), startVersion('adding')])
  expect(new Set(await listMigrations()).size).toBe((await listMigrations()).length)
  const { rows } = await database.pool.query('select id from super_admins')
  expect(rows).toHaveLength(1)
})
