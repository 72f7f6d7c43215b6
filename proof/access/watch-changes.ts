import type { Pool } from 'pg'

/** Columns that a refused call may change too, because each call updates when the account was last active. */
const NOT_COMPARED: Readonly<Record<string, readonly string[]>> = {
  sessions: ['active_at'],
  tenants: ['last_seen'],
  admins: ['last_seen'],
  super_admins: ['last_seen'],
}
/**
 * Conditions for rows that count as changes: refused and reading calls may write rows of these actions to the
 * audit log.
 */
const NOT_COUNTED: Readonly<Record<string, (row: string) => string>> = {
  audit_log: (row) => `${row}.action not in ('refused', 'viewed')`,
}

/**
 * Adds triggers that record writes to all tables. Returns a function that returns the names of the tables
 * that changed since its last call. Rows that were added and deleted again do not count, nor updates that
 * leave the compared columns as they were. The list of tables comes from the catalog, so new tables are
 * included.
 */
export async function watchChanges(pool: Pool): Promise<() => Promise<string[]>> {
  // Backups and resets of the portal leave another schema alone.
  await pool.query(`create schema proof;
    create unlogged table proof.writes (table_name text not null, difference numeric not null);
    create function proof.record_write() returns trigger language plpgsql as $$
      begin
        insert into proof.writes values (tg_table_name, case tg_op
          when 'INSERT' then hash_record_extended(new, 0)::numeric
          when 'DELETE' then -hash_record_extended(old, 0)::numeric
          when 'UPDATE' then hash_record_extended(new, 0)::numeric - hash_record_extended(old, 0)
          else 1 end);
        return null;
      end $$`)
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1 order by 1`,
  )
  await pool.query(rows.flatMap(({ name, columns }) => createTriggers(name, columns)).join(';\n'))
  return async () => {
    const changed = await pool.query<{ name: string }>({
      name: 'changed-tables',
      text: `with taken as (delete from proof.writes returning table_name, difference)
        select table_name as name from taken group by 1 having sum(difference) <> 0 order by 1`,
    })
    return changed.rows.map(({ name }) => name)
  }
}

function createTriggers(table: string, columns: readonly string[]): string[] {
  const compared = columns.filter((column) => !NOT_COMPARED[table]?.includes(column))
  const createRowExpression = (row: string) => `row(${compared.map((column) => `${row}."${column}"`).join()})`
  const counted = NOT_COUNTED[table] ?? (() => 'true')
  const createTrigger = (event: string, how: string) =>
    `create trigger proof_${event} after ${event} on public."${table}" ${how} execute function proof.record_write()`
  return [
    createTrigger('insert', `for each row when (${counted('new')})`),
    createTrigger(
      'update',
      `for each row when (${createRowExpression('old')} is distinct from ${createRowExpression('new')})`,
    ),
    createTrigger('delete', `for each row when (${counted('old')})`),
    createTrigger('truncate', 'for each statement'),
  ]
}
