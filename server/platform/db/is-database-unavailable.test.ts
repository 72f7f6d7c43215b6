import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type DatabaseClient, type Db, openDatabase } from './client.ts'
import { isDatabaseUnavailable, requireWritableDatabase } from './is-database-unavailable.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

function createHangingProxy(folder: string, target: string) {
  const openSockets: Socket[] = []
  let isHanging = false
  const server = createServer((clientSocket) => {
    const targetSocket = connect(target)
    openSockets.push(clientSocket, targetSocket)
    for (const [from, to] of [
      [clientSocket, targetSocket],
      [targetSocket, clientSocket],
    ] as const) {
      from.on('data', (data) => !isHanging && to.write(data))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  return {
    listen: () => new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve)),
    hang: () => (isHanging = true),
    recover: () => (isHanging = false),
    close: () => {
      for (const socket of openSockets) socket.destroy()
      server.close()
    },
  }
}

let database: TestDatabase
let proxy: ReturnType<typeof createHangingProxy>
let client: DatabaseClient
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  const url = new URL(database.connectionString)
  folder = mkdtempSync(join(tmpdir(), 'tahanan-proxy-'))
  proxy = createHangingProxy(folder, join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  await proxy.listen()
  url.searchParams.set('host', folder)
  // The URL of the test database sets time limits for tests. They are removed, so that the test uses the
  // portal's own limits.
  for (const limit of ['statement_timeout', 'query_timeout']) url.searchParams.delete(limit)
  client = openDatabase({ connectionString: url.href, poolSize: 2 })
})
afterEach(async () => {
  proxy.close()
  await client.close()
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

async function expectUnavailable(operation: () => Promise<unknown>): Promise<void> {
  const error = await operation().then(
    () => new Error('it answered'),
    (thrownError: unknown) => thrownError,
  )
  expect(isDatabaseUnavailable(error), String(error)).toBe(true)
}

const runQuery = () => sql`select 1 as one`.execute(client.db)

test('queries and transactions on a hung database time out, and work again after it recovers', async () => {
  await runQuery()
  proxy.hang()
  await Promise.all([
    expectUnavailable(runQuery),
    expectUnavailable(() => client.db.transaction().execute((tx) => sql`select 1`.execute(tx))),
    expectUnavailable(runQuery),
  ])
  await expectUnavailable(runQuery)
  proxy.recover()
  expect((await runQuery()).rows).toEqual([{ one: 1 }])
})

test('a connection lost in a transaction is an unavailable database, and the next query reconnects', async () => {
  await expectUnavailable(() =>
    client.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.close()
      await sql`select 1`.execute(tx)
    }),
  )
})

test('a connection lost before a commit is an unavailable database', async () => {
  await expectUnavailable(() =>
    client.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.close()
    }),
  )
})

test('a full disk is an unavailable database', async () => {
  const diskFullError = await sql`do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`
    .execute(client.db)
    .catch((error: unknown) => error)
  expect(diskFullError).toMatchObject({ code: '53100' })
  expect(isDatabaseUnavailable(diskFullError)).toBe(true)
})

test.each([
  ['the check', (db: Db) => requireWritableDatabase(db)],
  ['a write', (db: Db) => db.insertInto('settings').values({ name: 'test', value: '1' }).execute()],
])('a read-only database is unavailable to %s, which replaces its connection', async (_, writeTo) => {
  const name = sql.id(new URL(database.connectionString).pathname.slice(1))
  const readOnlyClient = openDatabase({ connectionString: database.connectionString, poolSize: 1 })
  onTestFinished(readOnlyClient.close)
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.db)
  await expectUnavailable(() => writeTo(readOnlyClient.db))
  await sql`alter database ${name} reset default_transaction_read_only`.execute(database.db)
  await writeTo(readOnlyClient.db)
})

test('a wrong query, a refused value and a missing file are not an unavailable database', async () => {
  const syntaxError = await sql`selec 1`.execute(client.db).catch((error: unknown) => error)
  const queryError = await sql`insert into settings (name) values (null)`
    .execute(client.db)
    .catch((error: unknown) => error)
  expect(
    [syntaxError, queryError, Object.assign(new Error('open x'), { code: 'ENOENT', syscall: 'open' })].map(
      isDatabaseUnavailable,
    ),
  ).toEqual([false, false, false])
})

test('the check of the database’s disk writes to it, also with much memory for sorts', async () => {
  const countWrittenBytes = () =>
    sql<{
      n: number
    }>`select temp_bytes::float8 as n from pg_stat_database where datname = current_database()`
      .execute(client.db)
      .then(({ rows }) => rows[0]?.n ?? 0)
  const bytesBefore = await countWrittenBytes()
  await requireWritableDatabase(client.db)
  await expect.poll(countWrittenBytes).toBeGreaterThan(bytesBefore)
})
