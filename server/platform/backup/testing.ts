import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Pool } from 'pg'
import { restorePortal, type RestorePortalOptions } from '#commands/restore-portal.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { createFileStore, type FileStore } from '#platform/files/store/file-store.ts'
import { createDemoDatabase } from '#testing/demo-database.ts'
import { EXCLUDED_TABLES, REPLACED_COLUMNS } from './begin-snapshot.ts'
import { createBackup, type CreateBackupOptions } from './create-backup.ts'

export interface TestInstallation extends TestDatabase, AsyncDisposable {
  readonly dataDir: string
  readonly files: FileStore
  close(): Promise<void>
}
type InstallationLocation = Pick<TestInstallation, 'connectionString' | 'dataDir'>
const pickLocation = ({ connectionString, dataDir }: InstallationLocation) => ({ connectionString, dataDir })

export const createTestBackup = (
  installation: InstallationLocation,
  order: Partial<CreateBackupOptions> = {},
  signal?: AbortSignal,
) => createBackup({ ...pickLocation(installation), cause: 'command', startedBy: 'test', ...order }, signal)

export const restoreTestBackup = (
  installation: InstallationLocation,
  archive: string,
  order: Partial<RestorePortalOptions> = {},
) => restorePortal({ ...pickLocation(installation), archive, replace: false, ...order })

export async function createDemoInstallation(): Promise<TestInstallation> {
  return createInstallation(createDemoDatabase)
}

export async function createSmallInstallation(): Promise<TestInstallation> {
  const installation = await createInstallation(() => createTestDatabase())
  await insertDefaultSettings(installation.db)
  await installation.db.insertInto('tenants').values({ client_code: 'ONLY-IN-THE-OLD' }).execute()
  const temporaryPath = join(installation.files.incoming, 'old')
  await writeFile(temporaryPath, 'a,b')
  await installation.files.put({ key: `soa/csv/old-${'0'.repeat(32)}.csv`, temporaryPath })
  // Closes the connections: the restore would take them for a running portal and refuse to start.
  await installation.db.destroy()
  return installation
}

export async function createEmptyInstallation(): Promise<Omit<TestInstallation, 'files'>> {
  return createDatabaseWithFolder(() => createTestDatabase({ empty: true }))
}

type CreateDatabase = (dataDir: string) => Promise<TestDatabase>

async function createInstallation(createDatabase: CreateDatabase): Promise<TestInstallation> {
  const databaseWithFolder = await createDatabaseWithFolder(createDatabase)
  return {
    ...databaseWithFolder,
    files: await createFileStore(
      { dataDir: databaseWithFolder.dataDir, reserveBytes: 0 },
      databaseWithFolder.db,
    ),
  }
}

async function createDatabaseWithFolder(createDatabase: CreateDatabase) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-backup-'))
  const database = await createDatabase(dataDir)
  const closeDatabaseAndFolder = async (): Promise<void> => {
    await database.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    ...database,
    dataDir,
    close: closeDatabaseAndFolder,
    [Symbol.asyncDispose]: closeDatabaseAndFolder,
  }
}

/** Names the pool 'test', because a restore does not treat connections with this name as a running portal. */
export async function withPool<Result>(
  installation: { connectionString: string },
  operation: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({ connectionString: installation.connectionString, max: 1, application_name: 'test' })
  // Errors are ignored, because dropping the database breaks connections that are still closing.
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  try {
    return await operation(pool)
  } finally {
    await pool.end()
  }
}

export async function computeFingerprints(installation: {
  connectionString: string
}): Promise<Record<string, string>> {
  return withPool(installation, async (pool) => {
    await pool.query(`set timezone = 'UTC'`)
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const fingerprints: Record<string, string> = {}
    for (const { name } of tables) {
      if (EXCLUDED_TABLES.includes(name)) continue
      // The column `restored_at` is not compared, because every restore changes it (rules 18.9).
      const varyingColumns =
        name === 'number_series' ? ['restored_at'] : Object.keys(REPLACED_COLUMNS[name] ?? {})
      const row =
        varyingColumns.length > 0
          ? `(to_jsonb(t) - '{${varyingColumns.join(',')}}'::text[])::text`
          : 't::text'
      const { rows } = await pool.query<{ print: string }>(
        `select count(*) || ' rows ' || coalesce(md5(string_agg(md5(${row}), '' order by md5(${row}))), '') as print
         from "${name}" t`,
      )
      fingerprints[name] = rows[0]?.print ?? ''
    }
    return fingerprints
  })
}

export async function computeFileHashes(dataDir: string): Promise<Record<string, string>> {
  const root = join(dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const hashes: Record<string, string> = {}
  for (const entry of entries.filter((dirEntry) => dirEntry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    hashes[relative(root, path)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  }
  return hashes
}
