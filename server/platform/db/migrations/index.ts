import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, sql } from 'kysely'

/**
 * A migration of the schema. `beside` is the last migration of the oldest version that can run after it;
 * without it the migration breaks all older versions (docs/decisions/0013).
 */
export type SchemaMigration = Migration & { readonly beside?: string }

function readSql(path: string): string {
  if (path.endsWith('.sql')) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .toSorted()
    .map((file) => readSql(join(path, file)))
    .join('\n')
}

/** The text has no parameters, so it is sent as one query. */
function createMigration(name: string): SchemaMigration {
  const text = readSql(join(import.meta.dirname, name))
  const beside = /^-- beside: (\w+)$/m.exec(text)?.[1]
  return { up: async (db) => void (await sql.raw(text).execute(db)), ...(beside && { beside }) }
}

/**
 * Migrations by name, in order: the schema of version 1.0.0, a folder with a file for each area, then files
 * `<number>_<name>.sql`. They are only added: a released migration never changes. A line `-- beside: <migration>` sets
 * `beside`.
 */
export const migrations: Record<string, SchemaMigration> = Object.fromEntries(
  readdirSync(import.meta.dirname)
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted()
    .map((name) => [basename(name, '.sql'), createMigration(name)]),
)
