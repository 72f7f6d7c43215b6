import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '#platform/db/connect.ts'
import { installQueue } from '#platform/jobs/queue.ts'
import { abandonDueJob } from '#platform/jobs/testing.ts'
import { writeArchive } from './archive/write-archive.ts'
import { UnfitTargetError } from './restore-backup.ts'
import {
  createTestBackup,
  createEmptyInstallation,
  createSmallInstallation,
  computeFileHashes,
  computeFingerprints,
  withPool,
  restoreTestBackup,
} from './testing.ts'

// Uses a small database, which is restored within a second. The `*.deep.test.ts` files restore the demo
// community.
const smallInstallation = await createSmallInstallation()
afterAll(smallInstallation.close)
await withPool(smallInstallation, (pool) =>
  pool.query(
    `insert into files (key, folder, name, mime, bytes, uploader_area, uploader_id)
     values ('soa/csv/old-' || repeat('0', 32) || '.csv', 'soa/csv', 'old.csv', 'text/csv', 3, 'admin', 1)`,
  ),
)
const smallBackup = await createTestBackup(smallInstallation)

test('a backup is restored on a fresh machine with every row and file, and refused a second time', async () => {
  await using freshInstallation = await createEmptyInstallation()
  await restoreTestBackup(freshInstallation, smallBackup.path)
  const {
    audit_log: _,
    number_series: restoredSeries,
    ...after
  } = await computeFingerprints(freshInstallation)
  const {
    audit_log: __,
    number_series: originalSeries,
    ...before
  } = await computeFingerprints(smallInstallation)
  expect(after).toEqual(before)
  expect([originalSeries, restoredSeries]).toEqual([
    expect.stringContaining('0 rows'),
    expect.stringContaining('1 rows'),
  ])
  expect(after['tenants']).toContain('1 rows')
  expect(Object.keys(await computeFileHashes(freshInstallation.dataDir))).toHaveLength(1)
  expect(await computeFileHashes(freshInstallation.dataDir)).toEqual(
    await computeFileHashes(smallInstallation.dataDir),
  )
  const secondRestore = restoreTestBackup(freshInstallation, smallBackup.path)
  await expect(secondRestore).rejects.toThrow(UnfitTargetError)
})

test('a restore ends the reminders of the backup that were not sent, so that none is sent late', async () => {
  await withPool(smallInstallation, (pool) =>
    pool.query(
      `with admin as (insert into admins (name, email, password_hash)
           values ('Ana', 'ana@example.test', '') returning id),
         batch as (insert into reminder_batches (kind, days, text, admin_id, reminders, amount)
           select 'before', 7, '', id, 2, 0 from admin returning id),
         tenant as (insert into tenants (client_code) values ('STARTED') returning id)
       insert into reminders (batch_id, tenant_id, started_at)
       select batch.id, tenant.id, now() from batch, tenant
       union all select batch.id, tenants.id, null from batch, tenants`,
    ),
  )
  const archivePath = (await createTestBackup(smallInstallation)).path
  await using freshInstallation = await createEmptyInstallation()
  await restoreTestBackup(freshInstallation, archivePath)
  const { rows } = await withPool(freshInstallation, (pool) => pool.query('select outcome from reminders'))
  expect(rows).toEqual([{ outcome: 'unclear' }, { outcome: 'unclear' }])
  await withPool(smallInstallation, (pool) =>
    pool.query(`delete from reminder_batches; delete from tenants where client_code = 'STARTED'`),
  )
})

const addJob = (pool: Pool) =>
  pool.query(`select graphile_worker.add_job('of-before', job_key => 'of-before')`)
const listJobs = (installation: { connectionString: string }) =>
  withPool(installation, async (pool) => (await pool.query('select key from graphile_worker.jobs')).rows)

test('a backup has no jobs, and a restore removes the jobs of the database', async () => {
  await using freshInstallation = await createEmptyInstallation()
  await withPool(smallInstallation, addJob)
  const archivePath = (await createTestBackup(smallInstallation)).path
  await withPool(freshInstallation, installQueue)
  await withPool(freshInstallation, addJob)
  await abandonDueJob(freshInstallation.connectionString, 'of-before')
  await restoreTestBackup(freshInstallation, archivePath, { replace: true })
  expect(await listJobs(freshInstallation)).toEqual([])
  expect(await listJobs(smallInstallation)).toHaveLength(1)
})

test('a file shorter than the size reported by the store fails the backup', async () => {
  const client = await connect(smallInstallation.connectionString, 'test')
  onTestFinished(() => client.end())
  await client.query('update files set bytes = 2000000')
  const disk = {
    stat: () => Promise.resolve({ bytes: 2_000_000, modifiedAt: new Date() }),
    read: () => Promise.resolve(Readable.from([Buffer.from('cut off')])),
    readWhole: () => Promise.resolve(null),
  }
  const archivePromise = writeArchive(client, disk, join(smallInstallation.dataDir, 'cut-off.tar'))
  await expect(archivePromise).rejects.toThrow('Size mismatch')
})

test('a backup over a connection that brings single bytes can be restored', async () => {
  await using freshInstallation = await createEmptyInstallation()
  const url = new URL(smallInstallation.connectionString)
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-bytes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const socket = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const proxy = createServer((clientSocket) => {
    const databaseSocket = connectSocket(socket)
    clientSocket.on('error', () => {}).pipe(databaseSocket.on('error', () => {}))
    databaseSocket.on('close', () => clientSocket.destroy())
    void (async () => {
      for await (const bytes of databaseSocket as AsyncIterable<Buffer>)
        for (const byte of bytes) {
          clientSocket.write(Buffer.of(byte))
          await setImmediate()
        }
    })().catch(() => {})
  })
  await new Promise<void>((resolve) => proxy.listen(join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => void proxy.close())
  url.searchParams.set('host', folder)
  await restoreTestBackup(
    freshInstallation,
    (await createTestBackup({ ...smallInstallation, connectionString: url.href })).path,
  )
  const { tenants } = await computeFingerprints(freshInstallation)
  expect(tenants).toContain('1 rows')
})
