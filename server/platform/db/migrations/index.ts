import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql, type Migration } from 'kysely'

/** Returns the migration of a file, which PostgreSQL gets whole: its statements have no parameters. */
const migrationOf = (file: string): Migration => ({
  up: async (db) => void (await sql.raw(readFileSync(join(import.meta.dirname, file), 'utf8')).execute(db)),
})

/**
 * Every migration by its name, in the order of the names. A migration that was released is never changed again.
 * One that only adds, so that processes of older versions go on beside it, ends in `_beside_` and the number of the newest
 * migration that they must know (docs/decisions/0013).
 */
export const migrations: Record<string, Migration> = Object.fromEntries(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => [basename(file, '.sql'), migrationOf(file)]),
)
