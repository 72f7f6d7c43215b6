import type { ClientBase } from 'pg'

/**
 * Lists the tables, columns, functions and other objects of the schema. Ignores the tables of the migration
 * tool, the order of columns, and white space in functions.
 */
export async function listCatalogObjects(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; line: string }>(CATALOG_QUERY)
  return rows.map(({ schema, line }) => line.replaceAll(`${schema}.`, '').replaceAll(/\s+/g, ' ')).toSorted()
}

const CATALOG_QUERY = `
  with relations as (
    select oid, relname, relkind, relpersistence from pg_class
    where relnamespace = current_schema()::regnamespace and relname !~ '^(kysely_migration|oldest_version)'
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  ), lines (line) as (
    select concat_ws(' ', 'relation', relkind, relpersistence, relname) from relations
    union all select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
      from pg_attribute join relations r on r.oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind = 'r' and attnum > 0 and not attisdropped
    union all select pg_get_indexdef(indexrelid) from pg_index join relations r on r.oid = indrelid
    union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join relations r on r.oid = conrelid
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join relations r on r.oid = tgrelid
      where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = current_schema()::regnamespace and prokind = 'f'
        and not exists (select from pg_depend
          where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  ) select current_schema() as schema, line from lines`
