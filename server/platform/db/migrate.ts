import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { migrations as ours } from './migrations/index.ts'

/** The database holds migrations that this version of the portal does not know and cannot run beside. */
export class NewerSchemaError extends Error {}

/** Processes of an older version run on this database, and could not go on after a migration of this one. */
export class OlderPortalsRunError extends Error {}

type MigrateOptions = {
  /**
   * How long to wait for older portals to end before a migration that they cannot run beside; then OlderPortalsRunError.
   * Undefined: nobody is looked for.
   */
  aloneWithinMs?: number
  /** Time to retry a lock that is not granted within the connection's limit. */
  locksWithinMs?: number
  /** Called once for each reason to wait. */
  onWait?: (reason: string) => void
}

const ASK_AGAIN_MS = 250

/**
 * Brings the schema up to this version; each migration is a transaction of its own, and of several processes that start
 * at once one migrates while the others wait. Answers the names of the migrations that were made.
 * There is no way back but a backup: undoing a migration would delete what was written since.
 * Throws NewerSchemaError and changes nothing when the database is ahead of this version, unless this one may run beside
 * what it does not know (docs/decisions/0013).
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, Migration> = ours,
  { aloneWithinMs, locksWithinMs = 0, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const known = Object.keys(migrations)
  const began = performance.now()
  const waited = new Set<string>()
  const wait = (reason: string): Promise<void> => {
    if (!waited.has(reason)) onWait?.(reason)
    waited.add(reason)
    return sleep(ASK_AGAIN_MS)
  }
  const made: string[] = []
  /** Newest migration that older running portals may know. */
  let before: string | undefined
  for (;;) {
    const applied = await appliedMigrations(db)
    const next = nextOf(known, applied)
    if (next === undefined) return made

    before ??= applied.at(-1)
    if (aloneWithinMs !== undefined && before && !runsBeside(before, next) && (await othersRun(db))) {
      if (performance.now() - began > aloneWithinMs) {
        throw new OlderPortalsRunError(
          `Other processes of the portal run on this database, and could not go on after the migration ${next} of this version. ` +
            'Stop all of them, then start this one.',
        )
      }
      await wait(
        `Other processes run, which cannot go on after the migration ${next}; waiting for them to end.`,
      )
      continue
    }

    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    const { error, results } = await migrator.migrateUp()
    if (error) {
      const name = results?.find((result) => result.status === 'Error')?.migrationName
      // a long reader, such as a backup; waiting in its queue would hold up everybody behind
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

/** For commands that change rows and leave the schema alone: throws where the database is not as this version expects it. */
export async function requireMigrated<Schema>(db: Kysely<Schema>): Promise<void> {
  const next = nextOf(Object.keys(ours), await appliedMigrations(db))
  if (next === undefined) return
  throw new Error(
    'The database is not as this version of the portal expects it. Start the portal once, so that it is brought up to date.',
  )
}

/** The first migration that is still to be made. Throws NewerSchemaError where others were made that may not be beside this version. */
function nextOf(known: readonly string[], applied: readonly string[]): string | undefined {
  const next = known.find((name) => !applied.includes(name))
  const newest = known.at(-1) ?? ''
  const unknown = applied.filter((name) => !known.includes(name))
  const foreign = next === undefined ? unknown.filter((name) => !runsBeside(newest, name)) : unknown
  if (foreign.length > 0) {
    throw new NewerSchemaError(
      `The database was migrated by a newer version of the portal (${foreign.join(', ')} is unknown to this one). ` +
        'Start that version, or restore a backup made by this one.',
    )
  }
  return next
}

/**
 * Whether a version whose newest migration is `newest` goes on beside `migration`, which it does not know. A migration says so
 * by its name: `0007_parking_beside_0006` only adds, and versions that know 0006 do not notice.
 */
function runsBeside(newest: string, migration: string): boolean {
  const [, from] = /_beside_(\d{4})$/.exec(migration) ?? []
  return from !== undefined && Number(newest.slice(0, 4)) >= Number(from)
}

/** Whether portals are connected to this database: their calls, not the migrators of those that start just now. */
async function othersRun<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'tahanan' limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the names of the migrations that the database holds, in order. */
export async function appliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows: tables } = await sql<{
    found: string | null
  }>`select to_regclass('kysely_migration') as found`.execute(db)
  if (!tables[0]?.found) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
