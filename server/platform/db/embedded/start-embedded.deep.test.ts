import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBinaries } from './binaries.ts'
import { chooseClusterFolder, SYSTEM_FOLDER } from './choose-cluster-folder.ts'
import { ensureCluster } from './ensure-cluster.ts'
import { isServerOfCluster } from './load-postmaster-file.ts'
import { ClusterInUseError } from './lock-cluster.ts'
import { isRoot } from './ordinary-user.ts'
import { startServer, silentLog } from './server-process.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const PORTAL_SCRIPT = fileURLToPath(new URL('testing-portal.ts', import.meta.url))

let dataDir: string
let cluster: string
let cleanUps: (() => unknown)[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tahanan-embedded-'))
  if (isRoot()) chmodSync(dataDir, 0o711)
  cluster = join(dataDir, 'postgres')
  cleanUps = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })]
})
afterEach(async () => {
  for (const step of cleanUps.toReversed()) await step()
})

async function startTestDatabase(folder = dataDir): Promise<EmbeddedDatabase> {
  const embeddedDatabase = await startEmbedded({ dataDir: folder, log: silentLog })
  cleanUps.push(embeddedDatabase.stop)
  return embeddedDatabase
}

async function startPortal(): Promise<{ process: ChildProcess; pid: number; connectionString: string }> {
  const child = spawn(process.execPath, [PORTAL_SCRIPT, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanUps.push(async () => {
    child.kill('SIGKILL')
    await waitUntil(() => !existsSync(join(cluster, 'postmaster.pid')))
  })
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  )
  return { process: child, ...(JSON.parse(line) as { pid: number; connectionString: string }) }
}

async function queryValue(connectionString: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return Object.values((await client.query(text)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

test('the path of DATA_DIR may hold commas, quotes and dollars', async () => {
  const folder = join(dataDir, `a, "b" $c 'd'`)
  mkdirSync(folder, { mode: 0o711 })
  const embeddedDatabase = await startTestDatabase(folder)
  expect(await queryValue(embeddedDatabase.connectionString, 'select 1')).toBe(1)
})

test('a folder of programs that initdb cannot run from is refused', async () => {
  const binaries = { ...prepareBinaries(undefined), bin: '/opt/a$b/bin' }
  await expect(ensureCluster(cluster, binaries, undefined, { durable: false })).rejects.toThrow(
    'Move the portal to a folder',
  )
})

test('rows survive a restart', async () => {
  const firstEmbedded = await startTestDatabase()
  await queryValue(firstEmbedded.connectionString, `create table note as select 'kept' as text`)
  const pid = firstEmbedded.pid()
  await firstEmbedded.stop()
  expect(isServerOfCluster(cluster, pid)).toBe(false)

  const secondDatabase = await startTestDatabase()
  expect(await queryValue(secondDatabase.connectionString, 'select text from note')).toBe('kept')
})

test('the database does not listen on the network, and its socket is private', async () => {
  const { connectionString } = await startTestDatabase()
  expect(await queryValue(connectionString, 'show listen_addresses')).toBe('')
  expect(await queryValue(connectionString, 'show unix_socket_permissions')).toBe('0700')
  expect(
    await queryValue(connectionString, 'select usesuper from pg_user where usename = current_user'),
  ).toBe(false)
})

test('PostgreSQL stops after its portal is killed', async () => {
  const portal = await startPortal()
  expect(isServerOfCluster(cluster, portal.pid)).toBe(true)
  portal.process.kill('SIGKILL')
  await waitUntil(() => !isServerOfCluster(cluster, portal.pid))
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
})

test('a portal started after a kill of the previous one waits for its database and keeps the rows', async () => {
  const portal = await startPortal()
  await queryValue(portal.connectionString, `create table note as select 'kept' as text`)
  portal.process.kill('SIGKILL')
  const nextDatabase = await startTestDatabase()
  expect(await queryValue(nextDatabase.connectionString, 'select text from note')).toBe('kept')
})

test('a database without portal and watchdog is stopped and restarted', async () => {
  await (await startTestDatabase()).stop()
  const { user } = chooseClusterFolder(dataDir)
  const binaries = prepareBinaries(user)
  const log = silentLog
  const orphan = await startServer({
    cluster,
    binaries,
    user,
    socketFolder: cluster,
    durable: true,
    log,
    onSpawn: () => {},
  })
  const nextDatabase = await startTestDatabase()
  expect(orphan.hasExited()).toBe(true)
  expect(nextDatabase.pid()).not.toBe(orphan.pid)
})

test('a killed PostgreSQL is restarted with all committed rows', async () => {
  const { connectionString, pid } = await startTestDatabase()
  await queryValue(connectionString, `create table note as select 'kept' as text`)
  const killedPid = pid()
  process.kill(killedPid, 'SIGKILL')
  await waitUntil(() =>
    queryValue(connectionString, 'select text from note').then(
      (text) => text === 'kept',
      () => false,
    ),
  )
  expect(pid()).not.toBe(killedPid)
})

test('a stale postmaster.pid with a reused process number does not prevent the start', async () => {
  await (await startTestDatabase()).stop()
  writeFileSync(
    join(cluster, 'postmaster.pid'),
    `${process.pid}\n${cluster}\n1\n5432\n${cluster}\n\n 1 1\nready\n`,
  )
  writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), `${process.pid}\n`)
  const nextDatabase = await startTestDatabase()
  expect(await queryValue(nextDatabase.connectionString, 'select 1')).toBe(1)
})

test('an empty or incomplete postmaster.pid does not prevent the start', async () => {
  await (await startTestDatabase()).stop()
  for (const content of ['', 'garbage']) {
    writeFileSync(join(cluster, 'postmaster.pid'), content)
    await (await startTestDatabase()).stop()
  }
})

test('a second portal on the same DATA_DIR is refused, and the first keeps running', async () => {
  const portal = await startPortal()
  const startError = await startTestDatabase().catch((error: unknown) => error)
  expect(startError).toBeInstanceOf(ClusterInUseError)
  expect(String(startError)).toContain(`(process ${portal.process.pid}) is running on this DATA_DIR`)
  expect(await queryValue(portal.connectionString, 'select 1')).toBe(1)
})

test('a first start killed during initdb leaves no cluster', async () => {
  const child = spawn(process.execPath, [PORTAL_SCRIPT, dataDir], { stdio: 'ignore' })
  await waitUntil(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')))
  await sleep(150)
  child.kill('SIGKILL')
  expect(existsSync(cluster)).toBe(false)
  const nextDatabase = await startTestDatabase()
  expect(await queryValue(nextDatabase.connectionString, 'select 1')).toBe(1)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
})

test('a DATA_DIR with a path too long for a socket works, and its socket folder is removed', async () => {
  const deepFolder = join(dataDir, 'a-rather-long-name-of-a-folder'.repeat(4))
  const embeddedDatabase = await startTestDatabase(deepFolder)
  const folder = new URL(embeddedDatabase.connectionString).searchParams.get('host') ?? ''
  expect(folder).toMatch(/^\/tmp\/tahanan-/)
  expect(await queryValue(embeddedDatabase.connectionString, 'select 1')).toBe(1)
  await embeddedDatabase.stop()
  expect(existsSync(folder)).toBe(false)
})

test('a cluster of another major version is refused with its number', async () => {
  await (await startTestDatabase()).stop()
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n')
  await expect(startTestDatabase()).rejects.toThrow('made by PostgreSQL 15')
})

test.runIf(isRoot())(
  'in a folder that only root can enter, the database lives where its account can, and a file says where',
  async () => {
    chmodSync(dataDir, 0o700)
    const folder = join(dataDir, 'data')
    mkdirSync(folder, { mode: 0o700 })
    const embeddedDatabase = await startTestDatabase(folder)
    cleanUps.unshift(() => rmSync(join(embeddedDatabase.cluster, '..'), { recursive: true, force: true }))
    expect(embeddedDatabase.cluster.startsWith(SYSTEM_FOLDER)).toBe(true)
    expect(readFileSync(join(folder, 'database-location.txt'), 'utf8').split('\n')[0]).toBe(
      embeddedDatabase.cluster,
    )
    await queryValue(embeddedDatabase.connectionString, `create table note as select 'kept' as text`)
    await embeddedDatabase.stop()

    const reopenedDatabase = await startTestDatabase(folder)
    expect(await queryValue(reopenedDatabase.connectionString, 'select text from note')).toBe('kept')
  },
)

test.runIf(isRoot())('a copied DATA_DIR does not open the database of its original', async () => {
  writeFileSync(join(dataDir, 'database-location.txt'), `${SYSTEM_FOLDER}/of-another-folder/postgres\n`)
  await expect(startTestDatabase()).rejects.toThrow('moved or copied')
})

test.runIf(isRoot())(
  'a database is never replaced by an empty one because its folder was closed',
  async () => {
    await (await startTestDatabase()).stop()
    chmodSync(dataDir, 0o700)
    await expect(startTestDatabase()).rejects.toThrow('can no longer enter')
  },
)
