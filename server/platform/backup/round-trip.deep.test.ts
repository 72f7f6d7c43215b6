import { execFileSync, execSync } from 'node:child_process'
import { mkdtempDisposable, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkTallies } from '#commands/check-tallies.ts'
import { logIn } from '#features/sessions/log-in.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import { openDatabase, type Db } from '#platform/db/client.ts'
import { connect } from '#platform/db/connect.ts'
import { listBackupFiles } from './archive/archive-folder.ts'
import { FORMAT_VERSION } from './archive/archive-format.ts'
import { UnfitTargetError } from './restore-backup.ts'
import {
  createTestBackup,
  createDemoInstallation,
  createEmptyInstallation,
  createSmallInstallation,
  computeFileHashes,
  computeFingerprints,
  withPool,
  restoreTestBackup,
} from './testing.ts'

const demoInstallation = await createDemoInstallation()
afterAll(demoInstallation.close)
const detail = 'A row that nobody may change.'
await recordAction(demoInstallation.db, { action: 'login', subject: 'database', detail })
const demoBackup = await createTestBackup(demoInstallation)
const demoFingerprints = await computeFingerprints(demoInstallation)
const demoFileHashes = await computeFileHashes(demoInstallation.dataDir)

const createContext = (db: Db) => ({ db, relay: { wake: () => {} }, isPublished: () => false })
const LOCAL_CLIENT = { address: '127.0.0.1', userAgent: undefined }

describe('a backup restored on a fresh machine', () => {
  test('has every row and file, and correct totals', async () => {
    await using freshInstallation = await createEmptyInstallation()
    const restoreResult = await restoreTestBackup(freshInstallation, demoBackup.path)
    expect(restoreResult.migrated).toEqual([])
    expect(restoreResult.files).toBeGreaterThan(50)
    const { audit_log: auditBefore, ...before } = demoFingerprints
    const { audit_log: auditAfter, ...after } = await computeFingerprints(freshInstallation)
    expect(after).toEqual(before)
    expect(countRows(auditAfter)).toBe(countRows(auditBefore) + 1)
    expect(await computeFileHashes(freshInstallation.dataDir)).toEqual(demoFileHashes)
    const client = await connect(freshInstallation.connectionString, 'test')
    await checkTallies(client).finally(() => client.end())
  })

  test('accepts logins, continues ids, and has the same constraints', async () => {
    await using freshInstallation = await createEmptyInstallation()
    await restoreTestBackup(freshInstallation, demoBackup.path)
    const { db } = freshInstallation
    for (const [area, name, password] of [
      ['client', 'A-101', 'resident-demo'],
      ['admin', 'admin@demo.test', 'admin-demo-1'],
      ['super-admin', 'super@demo.test', 'super-demo-1'],
    ] as const) {
      expect((await logIn(createContext(db), area, { name, password }, LOCAL_CLIENT)).token).toHaveLength(43)
    }
    const { id } = await db
      .insertInto('tenants')
      .values({ client_code: 'NEW-1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { last } = await db
      .selectFrom('tenants')
      .select((row) => row.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    expect(id).toBe(last)
    expect(await getShape(freshInstallation)).toEqual(await getShape(demoInstallation))
    await expect(db.updateTable('audit_log').set({ action: 'login' }).execute()).rejects.toThrow(
      'permission denied',
    )
  })

  test('has no sessions', async () => {
    await using freshInstallation = await createEmptyInstallation()
    await logIn(
      createContext(demoInstallation.db),
      'client',
      { name: 'A-101', password: 'resident-demo' },
      LOCAL_CLIENT,
    )
    const secondBackup = await createTestBackup(demoInstallation)
    await restoreTestBackup(freshInstallation, secondBackup.path)
    const sessions = await withPool(freshInstallation, (pool) => pool.query('select from sessions'))
    expect(sessions.rows).toHaveLength(0)
  })
})

describe('an archive', () => {
  test('is readable only by its owner, with standard tools', async () => {
    expect((await stat(demoBackup.path)).mode & 0o777).toBe(0o600)
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tahanan-untar-'))
    const cwd = folder.path
    execFileSync('tar', ['xf', demoBackup.path], { cwd })
    // Checks the checksum with the commands that docs/operations.md gives to operators.
    const checksum = execSync(`head -c -512 '${demoBackup.path}' | sha256sum`, { encoding: 'utf8' }).slice(
      0,
      64,
    )
    expect(execSync(`tail -c 512 '${demoBackup.path}'`, { encoding: 'utf8' })).toContain(` ${checksum}\n`)
    const heading: unknown = JSON.parse(await readFile(join(cwd, 'tahanan-backup.json'), 'utf8'))
    expect(heading).toMatchObject({ format: 'tahanan-backup', version: FORMAT_VERSION })
  })

  test('is recorded with its size and checksum', async () => {
    const checksum = execFileSync('sha256sum', [demoBackup.path], { encoding: 'utf8' }).slice(0, 64)
    const row = await demoInstallation.db
      .selectFrom('backups')
      .selectAll()
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      state: 'done',
      cause: 'command',
      sha256: checksum,
      bytes: (await stat(demoBackup.path)).size,
      problem: null,
    })
    expect(demoBackup.sha256).toBe(checksum)
  })

  test('counts missing files, and holds the others', async () => {
    await using freshInstallation = await createEmptyInstallation()
    const files = demoInstallation.db.selectFrom('files').select('key')
    const picture = await files.where('has_thumb', '=', true).executeTakeFirstOrThrow()
    const pdf = await files.where('folder', '=', 'pdf').executeTakeFirstOrThrow()
    const paths = [picture, pdf].map(({ key }) => join(demoInstallation.dataDir, 'files', key))
    const contents = await Promise.all(paths.map((path) => readFile(path)))
    try {
      await Promise.all(paths.map((path) => rm(path)))
      const incompleteBackup = await createTestBackup(demoInstallation, { cause: 'person' })
      expect(incompleteBackup.manifest.files.missing).toBe(2)
      const row = await demoInstallation.db
        .selectFrom('backups')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        state: 'done',
        problem: '2 files that the database names were not in the store.',
      })
      const restoreResult = await restoreTestBackup(freshInstallation, incompleteBackup.path)
      expect(restoreResult.missing).toBe(2)
    } finally {
      await Promise.all(paths.map((path, n) => writeFile(path, contents[n] ?? '')))
    }
  })
})

describe('a restore', () => {
  test('refuses a database that is not empty', async () => {
    await using targetInstallation = await createSmallInstallation()
    const fingerprintsBefore = await computeFingerprints(targetInstallation)
    const restoreAttempt = restoreTestBackup(targetInstallation, demoBackup.path)
    await expect(restoreAttempt).rejects.toThrow(UnfitTargetError)
    expect(await computeFingerprints(targetInstallation)).toEqual(fingerprintsBefore)
  })

  test('replaces the rows of the portal and keeps foreign tables', async () => {
    await using targetInstallation = await createSmallInstallation()
    await withPool(targetInstallation, (pool) =>
      pool.query(`create table foreign_to_us as select 7 as seven`),
    )
    await restoreTestBackup(targetInstallation, demoBackup.path, { replace: true })
    const {
      audit_log: _,
      foreign_to_us: foreignFingerprint,
      ...after
    } = await computeFingerprints(targetInstallation)
    const { audit_log: __, ...before } = demoFingerprints
    expect(foreignFingerprint).toContain('1 rows')
    expect(after).toEqual(before)
  })

  test('refuses a database with a running portal', async () => {
    await using freshInstallation = await createEmptyInstallation()
    const portal = openDatabase({ connectionString: freshInstallation.connectionString })
    onTestFinished(portal.close)
    await portal.pool.query('select 1')
    const restoreAttempt = restoreTestBackup(freshInstallation, demoBackup.path)
    await expect(restoreAttempt).rejects.toThrow('A portal is running on this database')
  })
})

test('only the oldest scheduled backups are removed', async () => {
  for (let n = 0; n < 3; n++) await createTestBackup(demoInstallation, { cause: 'schedule', keep: 2 })
  const files = await listBackupFiles(join(demoInstallation.dataDir, 'backups'))
  expect(files.filter(({ cause }) => cause === 'schedule')).toHaveLength(2)
  expect(files.filter(({ cause }) => cause === 'command').length).toBeGreaterThan(0)
  const removedBackups = await demoInstallation.db
    .selectFrom('backups')
    .select('state')
    .where('state', '=', 'removed')
    .execute()
  expect(removedBackups).toHaveLength(1)
})

const countRows = (print = ''): number => Number(print.split(' ')[0])

function getShape(installation: { connectionString: string }): Promise<string[]> {
  return withPool(installation, async (pool) => {
    const definitions = await pool.query<{ line: string }>(
      `select indexdef as line from pg_indexes where schemaname = 'public'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
         from pg_constraint where connamespace = 'public'::regnamespace
       union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text
         from pg_trigger where not tgisinternal
       order by 1`,
    )
    return definitions.rows.map(({ line }) => line)
  })
}
