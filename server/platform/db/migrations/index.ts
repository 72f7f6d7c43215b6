import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, sql } from 'kysely'

/**
 * Migration of the schema. `beside` is the last migration of the oldest version that can still run after
 * this migration. Without `beside`, the migration breaks all older versions (docs/decisions/0013).
 */
export type SchemaMigration = Migration & { readonly beside?: string }

function readSql(path: string): string {
  if (path.endsWith('.sql')) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .toSorted()
    .map((file) => readSql(join(path, file)))
    .join('\n')
}

/**
 * Creates a migration from an SQL file. Sends all its statements as one query, which is possible because they
 * have no parameters.
 */
function createMigration(name: string): SchemaMigration {
  const text = readSql(join(import.meta.dirname, name))
  const beside = /^-- beside: (\w+)$/m.exec(text)?.[1]
  return { up: async (db) => void (await sql.raw(text).execute(db)), ...(beside && { beside }) }
}

/**
 * All migrations by name, in order: first the folder with the schema of version 1.0.0 (one file per area),
 * then the files `<number>_<name>.sql`. New ones may be added, but a released migration must never change. A
 * line `-- beside: <migration>` in a file sets `beside`.
 */
export const migrations: Record<string, SchemaMigration> = Object.fromEntries(
  readdirSync(import.meta.dirname)
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted()
    .map((name) => [basename(name, '.sql'), createMigration(name)]),
)
