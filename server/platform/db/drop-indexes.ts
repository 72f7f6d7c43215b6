import type { ClientBase } from 'pg'

/**
 * Drops indexes and foreign keys, but not primary keys. Must run in the transaction that loads the rows.
 * Returns a function that recreates them. Creating an index after the load is several times faster than
 * updating it per row.
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
     from pg_index i where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)

  return async () => {
    for (const { definition } of indexes.rows) await client.query(definition)
    for (const { table, name, definition } of constraints.rows)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  }
}
