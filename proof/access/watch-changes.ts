import type { Pool } from 'pg'

/** Columns that a refused call may change: every call stores when the account was last active. */
const IGNORED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['active_at'],
  tenants: ['last_seen'],
  admins: ['last_seen'],
  super_admins: ['last_seen'],
}
/**
 * SQL conditions by table: only rows that fulfil the condition count as changes. Refused calls and views
 * write to the audit log, but this does not count.
 */
const ROW_CONDITIONS: Readonly<Record<string, (row: string) => string>> = {
  audit_log: (row) => `${row}.action not in ('refused', 'viewed')`,
}

/**
 * Returns a function that lists the tables changed since its last call. Ignores rows that were inserted and
 * deleted again, and changes of `IGNORED_COLUMNS`. Reads the table names from PostgreSQL's catalog, so that
 * new tables are included.
 */
export async function watchChanges(pool: Pool): Promise<() => Promise<string[]>> {
  // Uses its own schema, because backups and resets of the portal do not change other schemas.
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
    const changedTables = await pool.query<{ name: string }>({
      name: 'changed-tables',
      text: `with taken as (delete from proof.writes returning table_name, difference)
        select table_name as name from taken group by 1 having sum(difference) <> 0 order by 1`,
    })
    return changedTables.rows.map(({ name }) => name)
  }
}

function createTriggers(table: string, columns: readonly string[]): string[] {
  const comparedColumns = columns.filter((column) => !IGNORED_COLUMNS[table]?.includes(column))
  const createRowExpression = (row: string) =>
    `row(${comparedColumns.map((column) => `${row}."${column}"`).join()})`
  const createRowCondition = ROW_CONDITIONS[table] ?? (() => 'true')
  const createTrigger = (event: string, triggerClause: string) =>
    `create trigger proof_${event} after ${event} on public."${table}" ${triggerClause} execute function proof.record_write()`
  return [
    createTrigger('insert', `for each row when (${createRowCondition('new')})`),
    createTrigger(
      'update',
      `for each row when (${createRowExpression('old')} is distinct from ${createRowExpression('new')})`,
    ),
    createTrigger('delete', `for each row when (${createRowCondition('old')})`),
    createTrigger('truncate', 'for each statement'),
  ]
}
