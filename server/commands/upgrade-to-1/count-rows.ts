import type { ClientBase } from 'pg'

/** Number of rows of a table (`rows`), and the sum of each column of amounts. */
export type Counts = Readonly<Record<string, string>>

/** Returns the counts of each table of the portal. */
export async function countRows(client: ClientBase): Promise<Map<string, Counts>> {
  const { rows: tables } = await client.query<{ name: string; amounts: string[] }>(`
    select relname as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
      and not attisdropped and atttypid = 'numeric'::regtype order by attname) as amounts
    from pg_class c where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname !~ '^(kysely_migration|oldest_version)' order by relname`)
  const counts = new Map<string, Counts>()
  for (const { name, amounts } of tables) {
    const sums = amounts.map((column) => `coalesce(sum("${column}"), 0)::text as "${column}"`)
    const columns = ['count(*)::text as rows', ...sums].join(', ')
    const { rows } = await client.query<Counts>(`select ${columns} from "${name}"`)
    counts.set(name, rows[0] ?? {})
  }
  return counts
}
