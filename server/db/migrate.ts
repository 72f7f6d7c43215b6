import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { migrations as ours } from './migrations/index.ts'

/** The database holds migrations that this version of the portal does not know. */
export class NewerSchemaError extends Error {}

/**
 * Brings the schema up to this version; each migration is a transaction of its own, and of several processes that start
 * at once one migrates while the others wait. Answers the names of the migrations that were made.
 * There is no way back but a backup: undoing a migration would delete what was written since.
 * Throws NewerSchemaError and changes nothing when the database is ahead of this version.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Record<string, Migration> = ours,
): Promise<string[]> {
  const known = Object.keys(migrations)
  const made: string[] = []
  for (;;) {
    const applied = await appliedMigrations(db)
    const unknown = applied.filter((name) => !known.includes(name))
    if (unknown.length > 0) {
      throw new NewerSchemaError(
        `The database was migrated by a newer version of the portal (${unknown.join(', ')} is unknown to this one). ` +
          'Start that version, or restore a backup made by this one.',
      )
    }
    if (applied.length === known.length) return made

    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    const { error, results } = await migrator.migrateUp()
    if (error) {
      const name = results?.find((result) => result.status === 'Error')?.migrationName
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Migration ${name ?? '?'} failed and was taken back: ${reason}`, { cause: error })
    }
    made.push(...(results ?? []).map((result) => result.migrationName))
  }
}

/** For commands that change rows and leave the schema alone: throws where the database is not as this version expects it. */
export async function requireMigrated<Schema>(db: Kysely<Schema>): Promise<void> {
  const applied = await appliedMigrations(db)
  const known = Object.keys(ours)
  if (applied.length === known.length && known.every((name, n) => name === applied[n])) return
  throw new Error(
    'The database is not as this version of the portal expects it. Start the portal once, so that it is brought up to date.',
  )
}

async function appliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows: tables } = await sql<{
    found: string | null
  }>`select to_regclass('kysely_migration') as found`.execute(db)
  if (!tables[0]?.found) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
