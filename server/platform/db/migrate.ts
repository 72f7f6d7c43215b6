import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, Migrator, sql } from 'kysely'
import { type SchemaMigration, migrations as ours } from './migrations/index.ts'

/** The database has migrations of a newer version that this one cannot run with. */
export class NewerSchemaError extends Error {}

/** Processes of an older version run on this database and would break after a migration. */
export class OlderPortalsRunError extends Error {}

type MigrateOptions = {
  /**
   * Milliseconds to wait for older portals to end before a migration that breaks them; then throws
   * OlderPortalsRunError. Undefined: does not check for other portals.
   */
  aloneWithinMs?: number
  /** Milliseconds to retry a migration whose lock was not granted within the connection's limit. */
  locksWithinMs?: number
  /** Called once for each reason to wait. */
  onWait?: (reason: string) => void
}

const RETRY_MS = 250

/** Tables of the migrator: applied migrations, and the oldest version that runs on the schema. */
export const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock', 'oldest_version']

/**
 * Migrates the schema to this version, each migration in its own transaction, in one process while others
 * wait. Returns the names of the applied migrations. Only a backup reverts a migration. Throws
 * NewerSchemaError for a newer database, unless its migrations allow this version to run
 * (docs/decisions/0013).
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, SchemaMigration> = ours,
  { aloneWithinMs, locksWithinMs = 0, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const known = Object.keys(migrations)
  const recorded = Object.entries(migrations).map(([name, migration]) => [
    name,
    { up: (tx: Kysely<unknown>) => applyMigration(tx, name, migration) },
  ])
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(recorded)) }
  const began = performance.now()
  const waited = new Set<string>()
  const wait = (reason: string): Promise<void> => {
    if (!waited.has(reason)) onWait?.(reason)
    waited.add(reason)
    return sleep(RETRY_MS)
  }
  const made: string[] = []
  /** Last migration of older portals that may be running. */
  let before: string | undefined
  for (;;) {
    const schema = await readSchemaState(db)
    const next = nextOf(known, schema)
    if (next === undefined) return made

    before ??= schema.applied.at(-1)
    const oldest = migrations[next]?.beside ?? next
    if (aloneWithinMs !== undefined && before && before < oldest && (await othersRun(db))) {
      if (performance.now() - began > aloneWithinMs) {
        throw new OlderPortalsRunError(
          'Other processes of the portal run on this database, ' +
            `and could not go on after the migration ${next} of this version. ` +
            'Stop all of them, then start this one.',
        )
      }
      await wait(
        `Other processes run, which cannot go on after the migration ${next}; waiting for them to end.`,
      )
      continue
    }

    const { error, results } = await new Migrator({ db, provider }).migrateUp()
    if (error) {
      const name = results?.find((result) => result.status === 'Error')?.migrationName
      // A long reader such as a backup has locked the table; waiting for the lock would block later queries.
      if ((error as { code?: string }).code === '55P03' && performance.now() - began < locksWithinMs) {
        await wait(`The migration ${name ?? next} needs a table that is in use for long; trying again.`)
        continue
      }
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Migration ${name ?? '?'} failed and was taken back: ${reason}`, { cause: error })
    }
    made.push(...(results ?? []).map((result) => result.migrationName))
  }
}

/** Applies a migration and records the oldest version that runs on the schema after it. */
export async function applyMigration<Schema>(
  db: Kysely<Schema>,
  name: string,
  migration: SchemaMigration,
): Promise<void> {
  await migration.up(db)
  await recordOldestVersion(db, migration.beside ?? name)
}

/** Records that versions before this migration cannot run on the schema. */
async function recordOldestVersion<Schema>(db: Kysely<Schema>, migration: string): Promise<void> {
  await sql`create table if not exists oldest_version (migration text collate "C" not null)`.execute(db)
  await sql`with before as (delete from oldest_version returning migration)
    insert into oldest_version (migration) select greatest(max(migration), ${migration}) from before`.execute(
    db,
  )
}

/** Throws unless the schema is that of this version; for commands that do not migrate. */
export async function requireMigrated<Schema>(db: Kysely<Schema>): Promise<void> {
  const next = nextOf(Object.keys(ours), await readSchemaState(db))
  if (next === undefined) return
  throw new Error(
    'The database does not have the schema of this version. Start the portal once, so that it is migrated.',
  )
}

type SchemaState = {
  readonly applied: readonly string[]
  /** Last migration of the oldest version that runs on the schema. */
  readonly oldest: string | undefined
}

/** Returns the first migration not yet applied. Throws if this version cannot run on the schema. */
function nextOf(known: readonly string[], { applied, oldest }: SchemaState): string | undefined {
  requireFirst(applied, known)
  const next = known.find((name) => !applied.includes(name))
  const unknown = applied.filter((name) => !known.includes(name))
  const isBeside = next === undefined && oldest !== undefined && oldest <= (known.at(-1) ?? '')
  if (unknown.length > 0 && !isBeside) {
    throw new NewerSchemaError(
      `The database was migrated by a newer version of the portal (${unknown.join(', ')} is unknown ` +
        'to this one). Start that version, or restore a backup made by this one.',
    )
  }
  return next
}

/** Throws if the schema does not begin with the first known migration, that of version 1.0.0. */
export function requireFirst(
  applied: readonly string[],
  [first]: readonly string[] = Object.keys(ours),
): void {
  if (applied.length === 0 || applied[0] === first) return
  throw new Error(
    'This database was made by a version before 1.0.0, whose data this version cannot use. ' +
      'Name an empty database, or go on with the version that made this one.',
  )
}

/** Whether other portals are connected, not counting migrators of starting ones. */
async function othersRun<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'tahanan' limit 1`.execute(db)
  return rows.length > 0
}

async function readSchemaState<Schema>(db: Kysely<Schema>): Promise<SchemaState> {
  const applied = await listAppliedMigrations(db)
  if (!(await isThere(db, 'oldest_version'))) return { applied, oldest: undefined }
  const { rows } = await sql<{ migration: string }>`select migration from oldest_version`.execute(db)
  return { applied, oldest: rows[0]?.migration }
}

export async function listAppliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  if (!(await isThere(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

async function isThere<Schema>(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${table}) as found`.execute(db)
  return Boolean(rows[0]?.found)
}
