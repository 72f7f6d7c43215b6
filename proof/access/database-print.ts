import type { Pool } from 'pg'

/** Columns that even a refused call may change: the time an account was last seen. */
const NOT_COMPARED: Readonly<Record<string, readonly string[]>> = {
  sessions: ['active_at'],
  tenants: ['last_seen'],
  admins: ['last_seen'],
  super_admins: ['last_seen'],
}
/** Audit log rows that a refused or reading call may add. */
const NOT_COUNTED: Readonly<Record<string, string>> = { audit_log: `action not in ('refused', 'viewed')` }

/** Number of rows and sum of their hashes, by table; prints are equal if nothing changed. */
export type DatabasePrint = Readonly<Record<string, string>>

/** Returns a function that prints a database; it reads the catalog, so new tables are included. */
export async function createPrinter(pool: Pool): Promise<() => Promise<DatabasePrint>> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1 order by 1`,
  )
  const text = rows
    .map(({ name, columns }) => {
      const compared = columns.filter((column) => !NOT_COMPARED[name]?.includes(column))
      const row = `row(${compared.map((column) => `"${column}"`).join()})`
      return `select '${name}' as name,
        count(*) || ' rows ' || coalesce(sum(hash_record_extended(${row}, 0)::numeric), 0) as contents
        from "${name}" where ${NOT_COUNTED[name] ?? 'true'}`
    })
    .join('\nunion all ')
  return async () => {
    const print = await pool.query<{ name: string; contents: string }>({ name: 'database-print', text })
    return Object.fromEntries(print.rows.map(({ name, contents }) => [name, contents]))
  }
}
