import type { Client, ClientBase } from 'pg'

/** A foreign key of one column. */
export interface Reference {
  readonly child: string
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
  readonly name: string
  readonly definition: string
  /** Effect on the child's row: `c` it goes too, `n` it no longer names the parent, `a` it is in the way. */
  readonly onDelete: string
}

const REFERENCES = `
  select k.conrelid::regclass::text as child, a.attname as column, k.confrelid::regclass::text as parent, p.attname as "parentColumn",
    k.conname as name, pg_get_constraintdef(k.oid) as definition, k.confdeltype as "onDelete"
  from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
  order by k.conrelid, k.conname`

/** Returns every foreign key of the schema. */
export async function listReferences(client: ClientBase): Promise<Reference[]> {
  return (await client.query<Reference>(REFERENCES)).rows
}

/** Depth limit of references, beyond that of the schema. */
const DEPTH = 6

/**
 * Drops the foreign keys, and returns a function that restores them after rows were deleted. It first does what they would have
 * done, a table at a time instead of a row at a time: many of the columns have no index, and each deleted tenant would be
 * looked for in every ticket. Restoring checks every row; a reference to a deleted row throws, and rolls the caller's
 * transaction back.
 */
export async function setReferencesAside(client: Client): Promise<() => Promise<void>> {
  // Deferred checks would otherwise wait for the end of the transaction, and keep tables from being altered until then.
  await client.query('set constraints all immediate')
  const references = await listReferences(client)
  for (const { child, name } of references)
    await client.query(`alter table ${child} drop constraint "${name}"`)
  return async () => {
    for (let depth = 0; depth < DEPTH && (await settle(client, references)) > 0; depth++);
    for (const { child, name, definition } of references)
      await client.query(`alter table ${child} add constraint "${name}" ${definition}`)
  }
}

/** Deletes the rows, or empties the columns, that refer to deleted rows; returns how many. */
async function settle(client: Client, references: readonly Reference[]): Promise<number> {
  let changed = 0
  for (const { child, column, parent, parentColumn, onDelete } of references) {
    const dangling = `"${column}" is not null and not exists (select from ${parent} p where p."${parentColumn}" = c."${column}")`
    if (onDelete !== 'c' && onDelete !== 'n') continue
    const statement =
      onDelete === 'c'
        ? `delete from ${child} c where ${dangling}`
        : `update ${child} c set "${column}" = null where ${dangling}`
    changed += (await client.query(statement)).rowCount ?? 0
  }
  return changed
}
