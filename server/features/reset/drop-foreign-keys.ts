import type { Client, ClientBase } from 'pg'

export interface Reference {
  readonly child: string
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
  readonly name: string
  readonly definition: string
  /**
   * Effect of deleting the referenced row: `c` deletes this row, `n` sets the column to null, `a` refuses the
   * deletion.
   */
  readonly onDelete: string
}

const REFERENCES_QUERY = `
  select k.conrelid::regclass::text as child, a.attname as column,
    k.confrelid::regclass::text as parent, p.attname as "parentColumn",
    k.conname as name, pg_get_constraintdef(k.oid) as definition, k.confdeltype as "onDelete"
  from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
  order by k.conrelid, k.conname`

export async function listReferences(client: ClientBase): Promise<Reference[]> {
  return (await client.query<Reference>(REFERENCES_QUERY)).rows
}

/**
 * Maximum number of rounds of `applyDeleteEffects`. It is larger than the longest chain of cascading foreign
 * keys in the schema.
 */
const MAX_DEPTH = 6

/**
 * Drops all foreign keys. Call the returned function after the deletions: it applies the `on delete` effects
 * of the keys, with one query per table, and adds the keys again. PostgreSQL itself would search all tickets
 * for each deleted tenant, because many columns have no index. Adding a key throws if a row refers to a
 * deleted one.
 */
export async function dropForeignKeys(client: Client): Promise<() => Promise<void>> {
  // PostgreSQL refuses to alter a table while deferred constraint checks are pending.
  await client.query('set constraints all immediate')
  const references = await listReferences(client)
  for (const { child, name } of references)
    await client.query(`alter table ${child} drop constraint "${name}"`)
  return async () => {
    for (let depth = 0; depth < MAX_DEPTH && (await applyDeleteEffects(client, references)) > 0; depth++);
    for (const { child, name, definition } of references)
      await client.query(`alter table ${child} add constraint "${name}" ${definition}`)
  }
}

async function applyDeleteEffects(client: Client, references: readonly Reference[]): Promise<number> {
  let changedCount = 0
  for (const { child, column, parent, parentColumn, onDelete } of references) {
    const danglingCondition = `"${column}" is not null
      and not exists (select from ${parent} p where p."${parentColumn}" = c."${column}")`
    if (onDelete !== 'c' && onDelete !== 'n') continue
    const query =
      onDelete === 'c'
        ? `delete from ${child} c where ${danglingCondition}`
        : `update ${child} c set "${column}" = null where ${danglingCondition}`
    changedCount += (await client.query(query)).rowCount ?? 0
  }
  return changedCount
}
