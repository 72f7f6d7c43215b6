import type { ClientBase } from 'pg'

/**
 * Takes a table's indexes and foreign keys away for a load and answers how to bring them back: building them once over
 * all rows is several times faster than keeping them at every row. Primary keys stay. In one transaction with the load,
 * so that a load that fails leaves them as they were.
 */
export async function dropIndexes(
  client: ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const constraints = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('f', 'x') and conrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of constraints.rows)
    await client.query(`alter table ${table} drop constraint "${name}"`)
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index i where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)

  return async () => {
    for (const { definition } of indexes.rows) await client.query(definition)
    for (const { table, name, definition } of constraints.rows)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  }
}
