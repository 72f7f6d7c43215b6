import { spawn } from 'node:child_process'
import { hash, randomInt } from 'node:crypto'
import { copyFile, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '#platform/db/connect.ts'
import { migrate } from '#platform/db/migrate.ts'
import { migrations } from '#platform/db/migrations/index.ts'
import { createTestBucket } from '#platform/files/store/testing-bucket.ts'
import { FORMAT_VERSION, formatChecksumBlock, CHECKSUM_BLOCK_BYTES } from './archive/archive-format.ts'
import { openArchive, UnusableArchiveError } from './archive/open-archive.ts'
import {
  createTestBackup,
  createDemoInstallation,
  createEmptyInstallation,
  createSmallInstallation,
  computeFileHashes,
  computeFingerprints,
  withPool,
  restoreTestBackup,
  type TestInstallation,
} from './testing.ts'

const demoInstallation = await createDemoInstallation()
afterAll(demoInstallation.close)
const demoBackup = await createTestBackup(demoInstallation)
const demoFingerprints = await computeFingerprints(demoInstallation)

const newestMigration = '9001_next'
const nextMigrations: typeof migrations = {
  ...migrations,
  [newestMigration]: { up: async (db) => void (await sql`create table of_the_next (id bigint)`.execute(db)) },
}

const brokenPath = join(demoInstallation.dataDir, 'broken.tar')

const createHeading = ({ version = FORMAT_VERSION, tables = [] as unknown[] } = {}) => ({
  'tahanan-backup.json': JSON.stringify({ format: 'tahanan-backup', version, migrations: [], tables }),
})

describe('an archive is refused before anything is changed', () => {
  test('if any bit is flipped', async () => {
    const { size } = await stat(demoBackup.path)
    // These offsets are at places that the checksums inside the tar format do not cover: its padding, its
    // end, and the block with the checksum of the whole archive.
    const offsets = [
      0,
      300,
      513,
      size - 1,
      size - CHECKSUM_BLOCK_BYTES,
      size - CHECKSUM_BLOCK_BYTES - 1,
      size - CHECKSUM_BLOCK_BYTES - 1500,
    ]
    for (let n = 0; n < 25; n++) offsets.push(randomInt(size))
    await copyFile(demoBackup.path, brokenPath)
    for (const offset of offsets) {
      const file = await open(brokenPath, 'r+')
      const byte = Buffer.alloc(1)
      try {
        await file.read(byte, 0, 1, offset)
        await file.write(Buffer.from([(byte[0] ?? 0) ^ (1 << randomInt(8))]), 0, 1, offset)
        await expect(openArchive(brokenPath), `the byte at ${offset}`).rejects.toThrow(UnusableArchiveError)
        await file.write(byte, 0, 1, offset)
      } finally {
        await file.close()
      }
    }
    await (await openArchive(brokenPath)).close()
  })

  test('if it is cut off', async () => {
    const { size } = await stat(demoBackup.path)
    for (const cutLength of [
      size - 1,
      size - CHECKSUM_BLOCK_BYTES,
      size - 2048,
      Math.floor(size / 2),
      600,
      512,
      1,
      0,
    ]) {
      await copyFile(demoBackup.path, brokenPath)
      await truncate(brokenPath, cutLength)
      await expect(openArchive(brokenPath), `${cutLength} bytes`).rejects.toThrow(UnusableArchiveError)
    }
  })

  test('if it is no backup, even with a valid seal', async () => {
    await writeFile(brokenPath, 'PK\u0003\u0004 not a backup'.repeat(200))
    await expect(openArchive(brokenPath)).rejects.toThrow('is no backup of this portal')
    for (const archiveEntries of [
      { 'hello.txt': 'hello' },
      { 'tahanan-backup.json': '{}' },
      { ...createHeading(), 'files/../../etc/passwd': 'x' },
      createHeading({ tables: [{ name: 'x"; drop table tenants; --', columns: [] }] }),
      createHeading({ version: FORMAT_VERSION - 1 }),
      createHeading({ version: FORMAT_VERSION + 1 }),
    ]) {
      const tar = pack()
      for (const [name, content] of Object.entries(archiveEntries)) tar.entry({ name }, content)
      tar.finalize()
      const archiveBytes = await buffer(tar as unknown as AsyncIterable<Buffer>)
      await writeFile(
        brokenPath,
        Buffer.concat([archiveBytes, formatChecksumBlock(hash('sha256', archiveBytes))]),
      )
      await expect(openArchive(brokenPath), Object.keys(archiveEntries).join()).rejects.toThrow(
        UnusableArchiveError,
      )
    }
    await expect(openArchive(join(demoInstallation.dataDir, 'nothing.tar'))).rejects.toThrow(
      'There is no file',
    )
  })

  test('and the target is unchanged', async () => {
    await using freshInstallation = await createEmptyInstallation()
    await copyFile(demoBackup.path, brokenPath)
    const file = await open(brokenPath, 'r+')
    const { buffer: byte } = await file.read(Buffer.alloc(1), 0, 1, 100_000)
    await file.write(Buffer.from([byte.readUInt8() ^ 1]), 0, 1, 100_000)
    await file.close()
    await expect(restoreTestBackup(freshInstallation, brokenPath, { replace: true })).rejects.toThrow(
      'damaged',
    )
    expect(await computeFingerprints(freshInstallation)).toEqual({})
    expect(await readdir(freshInstallation.dataDir)).toEqual([])
  })

  test('if a newer version of the portal wrote it', async () => {
    await using newerInstallation = await createEmptyInstallation()
    await using freshInstallation = await createEmptyInstallation()
    await migrate(newerInstallation.db, nextMigrations)
    const restoreAttempt = restoreTestBackup(
      freshInstallation,
      (await createTestBackup(newerInstallation)).path,
    )
    await expect(restoreAttempt).rejects.toThrow(`${newestMigration} is unknown`)
    expect(await computeFingerprints(freshInstallation)).toEqual({})
  })
})

test('a backup of an older schema is restored and then migrated', async () => {
  await using oldInstallation = await createEmptyInstallation()
  await using targetInstallation = await createEmptyInstallation()
  await migrate(oldInstallation.db)
  await oldInstallation.pool.query(`insert into tenants (client_code) values ('OLD-1')`)
  await oldInstallation.pool.query(
    `insert into tickets (module, ticket_number, tenant_id, search_text)
     values ('gatePass', 'GP-2020-000001', 1, '')`,
  )
  const oldBackup = await createTestBackup(oldInstallation)
  expect(oldBackup.heading.migrations).not.toContain(newestMigration)
  const restoreResult = await restoreTestBackup(targetInstallation, oldBackup.path, {
    migrations: nextMigrations,
  })
  expect(restoreResult.migrated).toEqual([newestMigration])
  expect(await migrate(targetInstallation.db, nextMigrations)).toEqual([])
  const fingerprintsAfter = await computeFingerprints(targetInstallation)
  expect(fingerprintsAfter['tickets']).toBe((await computeFingerprints(oldInstallation))['tickets'])
  expect(fingerprintsAfter['audit_log']).toContain('1 rows')
})

test('one of two simultaneous backups succeeds', async () => {
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => createTestBackup(demoInstallation, { cause: 'person' })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an aborted backup leaves no file and is recorded as failed', async () => {
  const listBackupNames = () => readdir(join(demoInstallation.dataDir, 'backups'))
  const namesBefore = await listBackupNames()
  const abortController = new AbortController()
  // Locks the table `tickets`, so that the backup must wait there and is aborted in the middle.
  const lockHolder = await connect(demoInstallation.connectionString, 'test')
  try {
    await lockHolder.query('begin; lock table tickets in access exclusive mode')
    const backupAttempt = createTestBackup(demoInstallation, { cause: 'person' }, abortController.signal)
    const expectedRefusal = expect(backupAttempt).rejects.toThrow()
    while (!(await listBackupNames()).some((name) => name.endsWith('.partial'))) await sleep(10)
    abortController.abort()
    await expectedRefusal
  } finally {
    await lockHolder.end()
  }
  expect(await listBackupNames()).toEqual(namesBefore)
  const row = await demoInstallation.db
    .selectFrom('backups')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'failed', file: null, problem: 'It was broken off.' })
})

test('a killed restore leaves the old state or the new one', async () => {
  await using targetInstallation = await createSmallInstallation()
  const oldFingerprints = await computeFingerprints(targetInstallation)
  const oldFiles = await computeFileHashes(targetInstallation.dataDir)
  const outcomeCounts = { old: 0, new: 0 }
  for (const delay of [300, 500, 700, 900, 1100, 1400, 1800, 2300]) {
    await killRestore(targetInstallation, delay)
    const now = await computeFingerprints(targetInstallation)
    const { audit_log: _, ...nowRows } = now
    const { audit_log: __, ...newRows } = demoFingerprints
    if (now['tenants'] === oldFingerprints['tenants']) {
      expect(now).toEqual(oldFingerprints)
      outcomeCounts.old += 1
    } else {
      expect(nowRows).toEqual(newRows)
      outcomeCounts.new += 1
    }
    const files = await computeFileHashes(targetInstallation.dataDir)
    expect(files).toMatchObject(
      outcomeCounts.new === 0 ? oldFiles : await computeFileHashes(demoInstallation.dataDir),
    )
    if (outcomeCounts.new > 0) break
  }
  expect(outcomeCounts.old).toBeGreaterThan(0)
  await restoreTestBackup(targetInstallation, demoBackup.path, { replace: true })
  expect((await computeFingerprints(targetInstallation))['tenants']).toBe(demoFingerprints['tenants'])
})

test('files of a bucket are backed up and restored into another', async () => {
  const [sourceBucket, targetBucket] = [await createTestBucket(), await createTestBucket()]
  await using freshInstallation = await createEmptyInstallation()
  onTestFinished(sourceBucket.close)
  onTestFinished(targetBucket.close)
  for (const path of Object.keys(await computeFileHashes(demoInstallation.dataDir)))
    sourceBucket.objects.set(path, await readFile(join(demoInstallation.dataDir, 'files', path)))
  const bucketBackup = await createTestBackup(demoInstallation, { s3: sourceBucket.config })
  expect(bucketBackup.manifest.files.missing).toBe(0)
  await restoreTestBackup(freshInstallation, bucketBackup.path, { s3: targetBucket.config })
  // The restore adds the object `tahanan-owner.json`, which names the database that owns the bucket.
  const ownedKeys = [...sourceBucket.objects.keys(), 'tahanan-owner.json']
  expect([...targetBucket.objects.keys()].toSorted()).toEqual(ownedKeys.toSorted())
  for (const [key, content] of sourceBucket.objects)
    expect(targetBucket.objects.get(key)?.equals(content), key).toBe(true)
})

async function killRestore(target: TestInstallation, delay: number): Promise<void> {
  const { connectionString, dataDir } = target
  const order = JSON.stringify({ connectionString, dataDir, archive: demoBackup.path, replace: true })
  const moduleUrl = JSON.stringify(new URL('../../commands/restore-portal.ts', import.meta.url).href)
  const script = `import { restorePortal } from ${moduleUrl}; await restorePortal(${order})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const processEnd = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([processEnd, sleep(delay)])
  child.kill('SIGKILL')
  await processEnd
  // PostgreSQL notices the lost connection only when it sends its next answer.
  await withPool(target, async (pool) => {
    for (;;) {
      const { rows: restoreConnections } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name = 'tahanan-restore'`,
      )
      if (restoreConnections.length === 0) return
      await sleep(20)
    }
  })
}
