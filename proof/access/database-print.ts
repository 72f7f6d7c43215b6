import type { Pool } from 'pg'

/** Columns that even a refused call may change: when somebody was last seen, and who was refused. */
const NOT_COMPARED: Readonly<Record<string, readonly string[]>> = {
  sessions: ['active_at'],
  tenants: ['last_seen'],
  admins: ['last_seen'],
  super_admins: ['last_seen'],
}
const NOT_COUNTED: Readonly<Record<string, string>> = { audit_log: `action <> 'refused'` }

/** A line for each table: how many rows, and a sum over the contents of all of them. Two prints are equal if nothing changed. */
export type DatabasePrint = Readonly<Record<string, string>>

/**
 * Makes the function that prints a database. The tables are asked of PostgreSQL itself, so that a new one is compared from
 * its first day.
 */
export async function createPrinter(pool: Pool): Promise<() => Promise<DatabasePrint>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const text = rows
    .map(({ name }) => {
      const without = NOT_COMPARED[name]
      const row = without ? `(to_jsonb(t) - '{${without.join(',')}}'::text[])` : 't'
      return `select '${name}' as name, count(*) || ' rows ' || coalesce(sum(hashtextextended(${row}::text, 0)::numeric), 0) as contents
        from "${name}" t where ${NOT_COUNTED[name] ?? 'true'}`
    })
    .join('\nunion all ')
  return async () => {
    const print = await pool.query<{ name: string; contents: string }>({ name: 'database-print', text })
    return Object.fromEntries(print.rows.map(({ name, contents }) => [name, contents]))
  }
}
