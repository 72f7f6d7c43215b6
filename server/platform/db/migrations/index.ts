import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, sql } from 'kysely'

/**
 * A migration of the schema. One that only adds names in `beside` the oldest version that goes on beside it, by
 * that version's newest migration. One without it breaks all older versions (docs/decisions/0013).
 */
export type SchemaMigration = Migration & { readonly beside?: string }

/** The schema of version 1.0.0 as a whole: a folder with a file for each area. */
export const BASELINE = '0001_baseline'

/** Returns the SQL of a file, or of a folder's files in the order of their names. */
function readSql(path: string): string {
  if (path.endsWith('.sql')) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .toSorted()
    .map((file) => readSql(join(path, file)))
    .join('\n')
}

/** PostgreSQL gets a migration whole: its statements have no parameters. */
function migrationOf(name: string): SchemaMigration {
  const text = readSql(join(import.meta.dirname, name))
  const beside = /^-- beside: (\w+)$/m.exec(text)?.[1]
  return { up: async (db) => void (await sql.raw(text).execute(db)), ...(beside && { beside }) }
}

/**
 * Every migration by its name, in the order of the names: the baseline, then files `<number>_<name>.sql`. A
 * migration that was released is never changed again. A line `-- beside: <migration>` says that it only adds.
 */
export const migrations: Record<string, SchemaMigration> = Object.fromEntries(
  readdirSync(import.meta.dirname)
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted()
    .map((name) => [basename(name, '.sql'), migrationOf(name)]),
)
