import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client, type ClientBase } from 'pg'
import { from, type CopyStreamQuery } from 'pg-copy-streams'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Db } from '#platform/db/client.ts'
import { connect, createKysely } from '#platform/db/connect.ts'
import { dropIndexes } from '#platform/db/drop-indexes.ts'
import { listAppliedMigrations, requireFirstMigration } from '#platform/db/migrate.ts'
import { migrations as ours } from '#platform/db/migrations/index.ts'
import type { StorageConfig } from '#platform/files/store/open-storage.ts'
import { getAccountName } from '#platform/get-account-name.ts'
import { deleteAllJobs } from '#platform/jobs/queue.ts'
import { createFolder } from '../create-folder.ts'
import { tryRestoreLock } from './acquire-backup-lock.ts'
import { dropPortalTables, applyMigrations, recordMigrations, type Migrations } from './apply-migrations.ts'
import type { Heading, TableHeading } from './archive/archive-format.ts'
import {
  openArchive,
  UnusableArchiveError,
  type VerifiedArchive,
  unpackPiece,
} from './archive/open-archive.ts'
import { listTablesToBackUp } from './begin-snapshot.ts'
import { restoreFiles } from './restore-files.ts'

/**
 * The backup cannot be restored into this database; nothing was changed. The message is shown to the
 * operator.
 */
export class UnfitTargetError extends Error {}

export interface RestoreOptions extends StorageConfig {
  readonly archive: string
  readonly identities?: readonly string[] | undefined
  readonly connectionString: string
  readonly replace: boolean
  /**
   * Compares the stored totals with the restored rows. Must throw if a total differs from the number of rows.
   */
  readonly checkTallies?: (client: ClientBase) => Promise<void>
  readonly finish?: (db: Db) => Promise<void>
  /** False if the store already contains the files, so they are not restored (`npm run move`). */
  readonly files?: boolean
  readonly migrations?: Migrations
}

export interface RestoreResult {
  readonly heading: Heading
  readonly rows: number
  readonly files: number
  readonly migrated: readonly string[]
  readonly missing: number
}

/**
 * Restores a backup: verifies the whole archive, stores its files, then replaces the database in one
 * transaction. If the process is killed, the database has either the old or the new state. Throws
 * UnusableArchiveError and UnfitTargetError.
 */
export async function restoreBackup(
  order: RestoreOptions,
  report: (step: string) => void = () => {},
): Promise<RestoreResult> {
  const { migrations = ours } = order
  report('reading and verifying the backup')
  const { identities, dataDir: folder } = order
  if (identities) createFolder(folder)
  const archive = await openArchive(order.archive, identities && { identities, folder })
  let client: Client | undefined
  try {
    const { heading, manifest } = archive
    const unknownMigrations = heading.migrations.filter((name) => !Object.hasOwn(migrations, name))
    if (unknownMigrations.length > 0) {
      throw new UnusableArchiveError(
        `The backup was made by another version of the portal (${unknownMigrations.join(', ')} is unknown to this one). ` +
          'Restore it with that version.',
      )
    }
    client = await connect(order.connectionString, 'tahanan-restore')
    await beginRestoreTransaction(client)
    await requireRestorableTarget(client, order.replace)
    if (order.files !== false) {
      report(`restoring ${manifest.files.count} files`)
      await restoreFiles(archive, order, createKysely(client))
    }
    report(`restoring the rows of ${heading.tables.length} tables`)
    const appliedMigrations = await rebuildDatabase(client, archive, migrations, order.checkTallies)
    const db = createKysely(client)
    await order.finish?.(db)
    // Queued jobs are deleted, because they refer to rows of the old database.
    await deleteAllJobs(db)
    await requireNoPortalRunning(client)
    await client.query('commit')
    return {
      heading,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.count,
      missing: manifest.files.missing,
      migrated: appliedMigrations,
    }
  } finally {
    await client?.end().catch(() => {})
    await archive.close()
  }
}

async function beginRestoreTransaction(client: Client): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '10s'`)
  if (!(await tryRestoreLock(client)))
    throw new UnfitTargetError('Another restore into this database is running.')
}

async function requireRestorableTarget(client: Client, replace: boolean): Promise<void> {
  await requireNoPortalRunning(client)
  requireFirstMigration(await listAppliedMigrations(createKysely(client)))
  await requireDatabaseRights(client)
  if (replace) return
  await requireEmptyDatabase(
    client,
    'Restore into an empty one, or add --replace everything to overwrite its data.',
  )
}

/**
 * Throws UnfitTargetError unless the database is empty and a backup can be restored into it. Callers check
 * this before they spend time on making that backup.
 */
export async function requireFitTarget(connectionString: string): Promise<void> {
  const client = await connect(connectionString, 'tahanan-restore')
  try {
    await beginRestoreTransaction(client)
    await requireNoPortalRunning(client)
    await requireDatabaseRights(client)
    await requireEmptyDatabase(client, 'Name an empty one.')
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireDatabaseRights(client: Client): Promise<void> {
  await client.query('savepoint trial')
  try {
    await client.query(`create extension if not exists pg_trgm; create extension if not exists btree_gist;
      create schema tahanan_trial; create table tahanan_trial ()`)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new UnfitTargetError(
      `The database cannot hold a portal: ${error.message}. The role of the portal must own the database ` +
        '(alter database … owner to …), and its server needs the extensions pg_trgm and btree_gist.',
      { cause: error },
    )
  }
  await client.query('rollback to savepoint trial')
}

async function requireEmptyDatabase(client: Client, remedy: string): Promise<void> {
  const filledTables = await listFilledTables(client)
  if (filledTables.length === 0) return
  const filledTableNames = `${filledTables.slice(0, 3).join(', ')}${filledTables.length > 3 ? ' and others' : ''}`
  throw new UnfitTargetError(`The database is not empty (there are rows in ${filledTableNames}). ${remedy}`)
}

const STOPPED_PORTAL_TIMEOUT_MS = 2000

/**
 * Throws UnfitTargetError if a portal is running on this database, because the restore would delete rows that
 * it uses.
 */
export async function requireNoPortalRunning(client: Client): Promise<void> {
  const deadline = performance.now() + STOPPED_PORTAL_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and application_name ~ '^tahanan(-backup|-jobs.*)?$' limit 1`,
    )
    if (rows.length === 0) return
    if (performance.now() > deadline)
      throw new UnfitTargetError(
        'A portal is running on this database. Stop it first (all of its processes).',
      )
    await sleep(100)
    // PostgreSQL caches `pg_stat_activity` until the transaction ends. Without the cache, the next query sees
    // which connections were closed meanwhile.
    await client.query('select pg_stat_clear_snapshot()')
  }
}

/**
 * Tables that the portal fills with defaults at its first start. A database with rows only in these tables
 * counts as empty.
 */
const TABLES_FILLED_AT_START = ['settings', 'service_settings', 'terms']

async function listFilledTables(client: Client): Promise<string[]> {
  const filledTables: string[] = []
  for (const { name } of await listTablesToBackUp(client)) {
    if (TABLES_FILLED_AT_START.includes(name)) continue
    const { rows } = await client.query(`select from "${name}" limit 1`)
    if (rows.length > 0) filledTables.push(name)
  }
  return filledTables
}

async function rebuildDatabase(
  client: Client,
  archive: VerifiedArchive,
  migrations: Migrations,
  checkTallies: RestoreOptions['checkTallies'],
): Promise<string[]> {
  const { heading, manifest } = archive
  const archivedMigrations = heading.migrations
  const laterMigrations = Object.keys(migrations).filter((name) => !archivedMigrations.includes(name))
  await dropPortalTables(client, migrations)
  await applyMigrations(client, migrations, archivedMigrations)
  await requireSameTables(client, heading.tables)

  const tableNames = heading.tables.map(({ name }) => name)
  // Triggers are disabled, because the backup already contains the rows that triggers and migrations added.
  for (const name of tableNames) await client.query(`alter table "${name}" disable trigger user`)
  for (const name of tableNames.toReversed()) {
    // The audit log refuses each `delete`, even if it is empty. So `delete` runs only on tables with rows.
    const { rows } = await client.query(`select from "${name}" limit 1`)
    if (rows.length > 0) await client.query(`delete from "${name}"`)
  }
  const recreateIndexes = await dropIndexes(client, tableNames)
  await copyTables(client, archive)
  await recreateIndexes()
  for (const name of tableNames) await client.query(`alter table "${name}" enable trigger user`)
  for (const { table, column, value, called } of manifest.sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      `"${table}"`,
      column,
      value,
      called,
    ])
  await checkTallies?.(client)

  await applyMigrations(client, migrations, laterMigrations)
  await recordMigrations(client, [...archivedMigrations, ...laterMigrations])
  await recordAction(createKysely(client), {
    action: 'restore',
    subject: 'database',
    detail: `The backup of ${heading.createdAt} was restored by the account ${getAccountName()} of the machine.`,
  })
  return laterMigrations
}

const describeTables = (tables: readonly TableHeading[]): string[] =>
  tables.map(({ name, columns }) => `${name}(${columns.toSorted().join(',')})`).toSorted()

async function requireSameTables(client: Client, expectedTables: readonly TableHeading[]): Promise<void> {
  const existingTables = describeTables(await listTablesToBackUp(client))
  const unknownTables = describeTables(expectedTables).filter((table) => !existingTables.includes(table))
  if (unknownTables.length === 0) return
  const unknownTableNames = unknownTables.map((table) => table.replace(/\(.*/, '')).join(', ')
  throw new UnusableArchiveError(
    `The backup holds tables that its version of the portal did not make: ${unknownTableNames}.`,
  )
}

async function copyTables(client: Client, archive: VerifiedArchive): Promise<void> {
  const { heading, manifest } = archive
  const rowCounts = new Map<string, number>()
  let openCopy: { table: string; copy: CopyStreamQuery } | undefined
  const closeCopyStream = async (): Promise<void> => {
    if (!openCopy) return
    const { table, copy } = openCopy
    openCopy = undefined
    copy.end()
    await finished(copy)
    rowCounts.set(table, copy.rowCount)
  }
  for await (const entry of archive.entries()) {
    if (entry.kind !== 'piece') continue
    if (openCopy?.table !== entry.table) {
      await closeCopyStream()
      const columns = heading.tables.find(({ name }) => name === entry.table)?.columns ?? []
      const columnList = columns.map((column) => `"${column}"`).join(', ')
      openCopy = {
        table: entry.table,
        copy: client.query(from(`copy "${entry.table}" (${columnList}) from stdin`)),
      }
    }
    await writePiece(openCopy.copy, await unpackPiece(entry.table, await buffer(entry.content)))
  }
  await closeCopyStream()
  for (const { name, rows: expected } of manifest.tables) {
    const restoredRows = rowCounts.get(name) ?? 0
    if (restoredRows !== expected)
      throw new UnusableArchiveError(
        `The backup is damaged: ${name} has ${restoredRows} rows instead of ${expected}.`,
      )
  }
}

async function writePiece(copy: CopyStreamQuery, piece: Buffer): Promise<void> {
  if (copy.errored) throw copy.errored
  if (copy.write(piece)) return
  await once(copy, 'drain')
}
