import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { markSessionAsConfirmed } from '@tahanan/server/features/sessions/confirm-session.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { listTablesToBackUp } from '@tahanan/server/platform/backup/begin-snapshot.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { connect } from '@tahanan/server/platform/db/connect.ts'
import { migrate } from '@tahanan/server/platform/db/migrate.ts'
import { createKey, toSizePath } from '@tahanan/server/platform/files/store/file-key.ts'
import type { BenchCluster, BenchDatabase } from './databases.ts'
import { startPortalProcess } from './processes.ts'
import { LIST_PATH, LIST_STATUSES } from './requests.ts'
import { runLoad, formatRequest } from './run-load.ts'
import { getMedian, formatVerdict } from './statistics.ts'

interface BackupFigures {
  backup: number
  encrypted: number
  bareBackup: number
  restore: number
  bareRestore: number
  /** Peak memory of the backup process in megabytes; `smallMemory` is measured with a tenth of the data. */
  memory: number
  smallMemory: number
  listRatio: number
}

const ROUND_COUNT = 3

/**
 * Measures the portal's backup and restore against plain tools: `tar` for the files and `COPY` for the
 * tables. The runs alternate, and each one includes a sync to the disk.
 */
export async function measureBackup(
  cluster: BenchCluster,
  size: { tickets: number; megabytes: number; tenants: number },
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const createDatabaseAndFiles = async (share: number) => {
    const tickets = Math.round(size.tickets * share)
    const database = await cluster.openFilledDatabase({
      tickets,
      tenants: size.tenants,
      residents: 1,
      admins: 8,
    })
    const dataDir = join(cluster.folder, `files-${share}`)
    logProgress(`writing ${size.megabytes * share} MB of files`)
    await fillFiles(database.url, dataDir, size.megabytes * share)
    return { database, dataDir }
  }
  const recipient = await identityToRecipient(await generateX25519Identity())
  const smallSetup = await createDatabaseAndFiles(0.1)
  const { memory: smallMemory } = await timeBackup(smallSetup.database.url, smallSetup.dataDir)
  const fullSetup = await createDatabaseAndFiles(1)
  const timesByStep = {
    backup: [] as number[],
    encrypted: [] as number[],
    bareBackup: [] as number[],
    restore: [] as number[],
    bareRestore: [] as number[],
  }
  let peakMegabytes = 0
  try {
    for (let round = 0; round < ROUND_COUNT; round++) {
      logProgress(`backup and restore, round ${round + 1} of ${ROUND_COUNT}`)
      const portalBackup = await timeBackup(fullSetup.database.url, fullSetup.dataDir)
      timesByStep.backup.push(portalBackup.seconds)
      peakMegabytes = Math.max(peakMegabytes, portalBackup.memory)
      timesByStep.encrypted.push(
        (await timeBackup(fullSetup.database.url, fullSetup.dataDir, recipient)).seconds,
      )
      timesByStep.bareBackup.push(await timeBareBackup(fullSetup.database.url, fullSetup.dataDir))
      timesByStep.restore.push(await timeRestore(cluster, fullSetup.dataDir))
      timesByStep.bareRestore.push(await timeBareRestore(cluster, fullSetup.dataDir))
    }
    logProgress('lists during a backup')
    const listRatio = await measureListsDuringBackup(fullSetup.database, fullSetup.dataDir)
    return formatBackupRows({
      backup: getMedian(timesByStep.backup),
      encrypted: getMedian(timesByStep.encrypted),
      bareBackup: getMedian(timesByStep.bareBackup),
      restore: getMedian(timesByStep.restore),
      bareRestore: getMedian(timesByStep.bareRestore),
      memory: peakMegabytes,
      smallMemory,
      listRatio,
    })
  } finally {
    for (const { dataDir } of [smallSetup, fullSetup]) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fillFiles(url: string, dataDir: string, megabytes: number): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  for (const folder of ['images', 'videos', '.incoming'])
    mkdirSync(join(dataDir, 'files', folder), { recursive: true })
  const noise = randomBytes(24_000_000)
  const client = await connect(url, 'bench')
  await client.query('delete from files')
  const writeRandomFile = (path: string, bytes: number) => {
    const noiseOffset = Math.floor(Math.random() * (noise.length - bytes))
    return writeFile(join(dataDir, 'files', path), noise.subarray(noiseOffset, noiseOffset + bytes))
  }
  const insertFile = (key: string, folder: string, bytes: number, thumb: boolean) =>
    client.query(
      `insert into files (key, folder, name, mime, bytes, has_thumb, uploader_area, uploader_id, owner_kind, owner_id)
       values ($1, $2, 'bench', 'x', $3, $4, 'client', 1, 'ticket', 1)`,
      [key, folder, bytes, thumb],
    )
  let remainingBytes = megabytes * 1e6
  for (let n = 0; n < Math.round(megabytes / 200); n++) {
    const key = createKey('videos', 'bench', 'mp4')
    await writeRandomFile(key, 20_000_000)
    await insertFile(key, 'videos', 20_000_000, false)
    remainingBytes -= 20_000_000
  }
  for (; remainingBytes > 0; remainingBytes -= 520_000) {
    const key = createKey('images', 'bench', 'jpg')
    await Promise.all([
      writeRandomFile(key, 400_000),
      writeRandomFile(toSizePath(key, 'thumb'), 20_000),
      writeRandomFile(toSizePath(key, 'screen'), 100_000),
    ])
    await insertFile(key, 'images', 400_000, true)
  }
  await client.end()
  await runCommand('sync', [])
}

const getArchivePath = (dataDir: string) => join(dataDir, 'bench.tar')

async function timeBackup(url: string, dataDir: string, recipient = '') {
  const file = recipient === '' ? getArchivePath(dataDir) : `${getArchivePath(dataDir)}.age`
  rmSync(file, { force: true })
  const settings = { BACKUP_RECIPIENTS: recipient }
  return timeCommand(['server/commands/backup-main.ts', '--to', file], url, dataDir, settings)
}

async function timeRestore(cluster: BenchCluster, dataDir: string): Promise<number> {
  const url = await cluster.createEmptyDatabase('bench_restored')
  const restoreFolder = join(dataDir, 'restored')
  const { seconds } = await timeCommand(
    ['server/commands/restore-main.ts', getArchivePath(dataDir)],
    url,
    restoreFolder,
  )
  rmSync(restoreFolder, { recursive: true, force: true })
  return seconds
}

async function timeCommand(
  args: string[],
  url: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<{ seconds: number; memory: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakMegabytes = 0
  const memoryTimer = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, getPeakMegabytes(child.pid ?? 0))
  }, 50)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(memoryTimer)
  if (code !== 0) throw new Error(`${args[0] ?? ''} ended with ${String(code)}.`)
  return { seconds: (performance.now() - started) / 1000, memory: peakMegabytes }
}

function getPeakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function timeBareBackup(url: string, dataDir: string): Promise<number> {
  const [files, tables] = [join(dataDir, 'bare.tar'), join(dataDir, 'bare-tables')]
  rmSync(tables, { recursive: true, force: true })
  rmSync(files, { force: true })
  mkdirSync(tables)
  const client = await connect(url, 'bench')
  const started = performance.now()
  await runCommand('tar', ['cf', files, '-C', dataDir, 'files'])
  await syncFileToDisk(files)
  for (const { name, columns } of await listTablesToBackUp(client)) {
    const path = join(tables, name)
    await pipeline(
      client.query(to(`copy "${name}" (${quoteColumns(columns)}) to stdout`)),
      createWriteStream(path),
    )
    await syncFileToDisk(path)
  }
  const seconds = (performance.now() - started) / 1000
  await client.end()
  return seconds
}

async function timeBareRestore(cluster: BenchCluster, dataDir: string): Promise<number> {
  const url = await cluster.createEmptyDatabase('bench_restored')
  const { db, close } = openDatabase({ connectionString: url, queryTimeoutMs: 0, poolSize: 1 })
  await migrate(db).finally(close)
  const restoreFolder = join(dataDir, 'restored')
  mkdirSync(restoreFolder)
  const client: Client = await connect(url, 'bench')
  const tables = await listTablesToBackUp(client)
  const started = performance.now()
  await runCommand('tar', ['xf', join(dataDir, 'bare.tar'), '-C', restoreFolder])
  await runCommand('sync', ['-f', restoreFolder])
  await client.query('begin')
  for (const { name, columns } of tables) {
    await client.query(`alter table "${name}" disable trigger user`)
    await pipeline(
      createReadStream(join(dataDir, 'bare-tables', name)),
      client.query(from(`copy "${name}" (${quoteColumns(columns)}) from stdin`)),
    )
  }
  await client.query('commit')
  const seconds = (performance.now() - started) / 1000
  await client.end()
  rmSync(restoreFolder, { recursive: true, force: true })
  return seconds
}

const quoteColumns = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

async function syncFileToDisk(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}

function runCommand(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}.`)),
    )
  })
}

async function measureListsDuringBackup({ url, admins }: BenchDatabase, dataDir: string): Promise<number> {
  const portal = await startPortalProcess(url, dataDir)
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1 })
  try {
    const { id } = await db.selectFrom('super_admins').select('id').executeTakeFirstOrThrow()
    const { token, sessionId } = await createSession(db, 'super-admin', id)
    await markSessionAsConfirmed(db, { sessionId })
    const requests = admins.flatMap(({ token: admin }) =>
      LIST_STATUSES.map((status) => formatRequest('GET', `${LIST_PATH}&status=${status}`, admin)),
    )
    const measureListRate = async () => {
      const { requests: requestCount, seconds } = await runLoad(portal.port, requests, {
        connections: 16,
        milliseconds: 500,
      })
      return requestCount / seconds
    }
    const [ratesBeforeBackup, ratesDuringBackup]: [number[], number[]] = [[], []]
    await measureListRate()
    for (let n = 0; n < 8; n++) ratesBeforeBackup.push(await measureListRate())
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await fetch(`http://127.0.0.1:${portal.port}/api/backups`, { method: 'POST', headers })
    if (status !== 202) throw new Error(`The backup was refused with ${status}.`)
    const isBackupRunning = async () =>
      (await db.selectFrom('backups').select('id').where('state', '=', 'running').executeTakeFirst()) !==
      undefined
    while (await isBackupRunning()) ratesDuringBackup.push(await measureListRate())
    await sleep(500)
    for (let n = 0; n < 8; n++) ratesBeforeBackup.push(await measureListRate())
    return getMedian(ratesDuringBackup) / getMedian(ratesBeforeBackup)
  } finally {
    await close()
    await portal.stop()
  }
}

const formatRateRow = (name: string, portalSeconds: number, bareSeconds: number) => [
  `${name}, s (bare: tar and COPY)`,
  portalSeconds.toFixed(1),
  bareSeconds.toFixed(1),
  (bareSeconds / portalSeconds).toFixed(2),
  '≥ 0.50',
  formatVerdict(bareSeconds / portalSeconds >= 0.5),
]

function formatBackupRows(figures: BackupFigures): string[][] {
  const { backup, encrypted, bareBackup, restore, bareRestore, memory, smallMemory, listRatio } = figures
  return [
    formatRateRow('backup', backup, bareBackup),
    [
      'backup encrypted : unencrypted, s',
      encrypted.toFixed(1),
      backup.toFixed(1),
      (encrypted / backup).toFixed(2),
      '≤ 1.30',
      formatVerdict(encrypted / backup <= 1.3),
    ],
    formatRateRow('restore', restore, bareRestore),
    [
      `backup, memory of its process, MB (a tenth of it: ${smallMemory.toFixed(0)})`,
      memory.toFixed(0),
      '',
      '',
      '',
      '',
    ],
    [
      'list during a backup : without, requests/s',
      listRatio.toFixed(2),
      '',
      '',
      '> 0.50',
      formatVerdict(listRatio > 0.5),
    ],
  ]
}
