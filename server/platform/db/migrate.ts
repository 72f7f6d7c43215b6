import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, Migrator, sql } from 'kysely'
import { type SchemaMigration, migrations as ownMigrations } from './migrations/index.ts'

export class NewerSchemaError extends Error {}

export class OlderPortalRunningError extends Error {}

type MigrateOptions = {
  /**
   * Milliseconds to wait until processes of an older portal version have ended, before a migration that would
   * break them. If they still run afterwards, throws OlderPortalRunningError. If undefined, they are not
   * checked.
   */
  olderPortalTimeoutMs?: number
  /**
   * Milliseconds during which a migration is tried again if a table stays locked longer than the connection's
   * lock time-out.
   */
  locksWithinMs?: number
  onWait?: (reason: string) => void
}

const RETRY_MS = 250

/**
 * Tables in which migrations are recorded. `oldest_version` contains the oldest version of the portal that
 * can run on the schema.
 */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock', 'oldest_version']

/**
 * Migrates the schema to this version; returns the names of the applied migrations. Each migration has its
 * own transaction. If several processes start, one migrates and the others wait. A migration can be undone
 * only by restoring a backup. Throws NewerSchemaError if a newer version of the portal migrated the database
 * and this version cannot run with it (docs/decisions/0013).
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, SchemaMigration> = ownMigrations,
  { olderPortalTimeoutMs, locksWithinMs = 0, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const knownMigrations = Object.keys(migrations)
  const recordedMigrations = Object.entries(migrations).map(([name, migration]) => [
    name,
    { up: (tx: Kysely<unknown>) => applyMigration(tx, name, migration) },
  ])
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(recordedMigrations)) }
  const startTime = performance.now()
  const reportedReasons = new Set<string>()
  const waitBeforeRetry = (reason: string): Promise<void> => {
    if (!reportedReasons.has(reason)) onWait?.(reason)
    reportedReasons.add(reason)
    return sleep(RETRY_MS)
  }
  const newMigrations: string[] = []
  let lastApplied: string | undefined
  for (;;) {
    const schema = await loadSchemaState(db)
    const nextMigration = findNextMigration(knownMigrations, schema)
    if (nextMigration === undefined) return newMigrations

    lastApplied ??= schema.appliedMigrations.at(-1)
    const oldestMigration = migrations[nextMigration]?.beside ?? nextMigration
    if (
      olderPortalTimeoutMs !== undefined &&
      lastApplied &&
      lastApplied < oldestMigration &&
      (await hasOtherPortals(db))
    ) {
      if (performance.now() - startTime > olderPortalTimeoutMs) {
        throw new OlderPortalRunningError(
          'Other processes of the portal run on this database, ' +
            `and could not go on after the migration ${nextMigration} of this version. ` +
            'Stop all of them, then start this one.',
        )
      }
      await waitBeforeRetry(
        `Other processes run, which cannot go on after the migration ${nextMigration}; waiting for them to end.`,
      )
      continue
    }

    const { error, results } = await new Migrator({ db, provider }).migrateUp()
    if (error) {
      const name = results?.find((result) => result.status === 'Error')?.migrationName
      // A long reader, such as a backup, may have locked the table. The migration retries, because waiting
      // for the lock would block all later queries on that table.
      if ((error as { code?: string }).code === '55P03' && performance.now() - startTime < locksWithinMs) {
        await waitBeforeRetry(
          `The migration ${name ?? nextMigration} needs a table that is in use for long; trying again.`,
        )
        continue
      }
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Migration ${name ?? '?'} failed and was taken back: ${reason}`, { cause: error })
    }
    newMigrations.push(...(results ?? []).map((result) => result.migrationName))
  }
}

export async function applyMigration<Schema>(
  db: Kysely<Schema>,
  name: string,
  migration: SchemaMigration,
): Promise<void> {
  await migration.up(db)
  await recordOldestVersion(db, migration.beside ?? name)
}

async function recordOldestVersion<Schema>(db: Kysely<Schema>, migration: string): Promise<void> {
  await sql`create table if not exists oldest_version (migration text collate "C" not null)`.execute(db)
  await sql`with before as (delete from oldest_version returning migration)
    insert into oldest_version (migration) select greatest(max(migration), ${migration}) from before`.execute(
    db,
  )
}

/**
 * Throws unless the schema is that of this version. Called by commands that do not migrate the schema
 * themselves.
 */
export async function requireMigratedSchema<Schema>(db: Kysely<Schema>): Promise<void> {
  const nextMigration = findNextMigration(Object.keys(ownMigrations), await loadSchemaState(db))
  if (nextMigration === undefined) return
  throw new Error(
    'The database does not have the schema of this version. Start the portal once, so that it is migrated.',
  )
}

type SchemaState = {
  readonly appliedMigrations: readonly string[]
  readonly oldestCompatible: string | undefined
}

function findNextMigration(
  knownMigrations: readonly string[],
  { appliedMigrations, oldestCompatible }: SchemaState,
): string | undefined {
  requireFirstMigration(appliedMigrations, knownMigrations)
  const nextMigration = knownMigrations.find((name) => !appliedMigrations.includes(name))
  const unknownMigrations = appliedMigrations.filter((name) => !knownMigrations.includes(name))
  const isCompatible =
    nextMigration === undefined &&
    oldestCompatible !== undefined &&
    oldestCompatible <= (knownMigrations.at(-1) ?? '')
  if (unknownMigrations.length > 0 && !isCompatible) {
    throw new NewerSchemaError(
      `The database was migrated by a newer version of the portal (${unknownMigrations.join(', ')} is unknown ` +
        'to this one). Start that version, or restore a backup made by this one.',
    )
  }
  return nextMigration
}

export function requireFirstMigration(
  appliedMigrations: readonly string[],
  [first]: readonly string[] = Object.keys(ownMigrations),
): void {
  if (appliedMigrations.length === 0 || appliedMigrations[0] === first) return
  throw new Error(
    'This database was made by a version before 1.0.0, whose data this version cannot use. ' +
      'Name an empty database, or go on with the version that made this one.',
  )
}

/** Returns true if other portals are running. A starting portal that is still migrating does not count. */
async function hasOtherPortals<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'tahanan' limit 1`.execute(db)
  return rows.length > 0
}

async function loadSchemaState<Schema>(db: Kysely<Schema>): Promise<SchemaState> {
  const appliedMigrations = await listAppliedMigrations(db)
  if (!(await hasTable(db, 'oldest_version'))) return { appliedMigrations, oldestCompatible: undefined }
  const { rows } = await sql<{ migration: string }>`select migration from oldest_version`.execute(db)
  return { appliedMigrations, oldestCompatible: rows[0]?.migration }
}

export async function listAppliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

async function hasTable<Schema>(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${table}) as found`.execute(db)
  return Boolean(rows[0]?.found)
}
