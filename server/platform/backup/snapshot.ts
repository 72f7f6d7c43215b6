import type { ClientBase } from 'pg'
import { kyselyOn } from '#platform/db/connect.ts'
import { appliedMigrations, BOOKKEEPING, refuseEarlier } from '#platform/db/migrate.ts'
import { isPlainName, type Sequence, type TableHeading } from './archive/archive-format.ts'

/**
 * Tables that are alive only now and are not kept: who is logged in or about to be (a restored session or link would come alive
 * again that was ended since), who is connected, which creates may be repeated, what waits to be told (the portal that went on
 * has told it), and the list of backups, which the folder itself tells. Migrations are in the heading. Signing keys, too: who
 * steals a backup signs no links, and a restored portal makes new ones.
 */
export const NOT_KEPT: readonly string[] = [
  'sessions',
  'login_failures',
  'login_challenges',
  'secrets',
  'account_tokens',
  'second_factor_setups',
  'idempotency_keys',
  'live_tenants',
  'outbox',
  'backups',
  ...BOOKKEEPING,
]

const TABLES = `
  select c.relname as name,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as needs
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname`

/** The tables to keep, in an order in which no row comes before one that it refers to. */
export async function keptTables(client: ClientBase): Promise<TableHeading[]> {
  const { rows } = await client.query<TableHeading & { needs: string[] }>(TABLES)
  const waiting = rows.filter(({ name }) => !NOT_KEPT.includes(name))
  const ordered: TableHeading[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ needs }) => !needs.some((need) => waiting.some(({ name }) => name === need)),
    )
    // Tables that refer to each other in a ring have no such order; a restore sets foreign keys aside anyway.
    const [{ name, columns } = { name: '', columns: [] }] = waiting.splice(Math.max(next, 0), 1)
    if (![name, ...columns].every(isPlainName)) throw new Error(`The table ${name} is none of the portal's.`)
    ordered.push({ name, columns })
  }
  return ordered
}

/** The migrations that made the schema, in order; throws where there is none. */
export async function madeMigrations(client: ClientBase): Promise<string[]> {
  const names = await appliedMigrations(kyselyOn(client))
  if (names.length === 0) throw new Error('There is nothing to back up: this database holds no portal.')
  refuseEarlier(names)
  return names
}

/**
 * Begins the one snapshot that all of a backup is read from. The locks come first, for a table that is emptied or changed in
 * its form between the snapshot and its turn would be told wrongly; they keep nobody from reading or writing.
 */
export async function beginSnapshot(client: ClientBase, tables: readonly TableHeading[]): Promise<Date> {
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access share mode`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

/**
 * Reads the sequences of all tables. They are outside every snapshot: read after the rows, they are never behind one.
 */
export async function readSequences(
  client: ClientBase,
  tables: readonly TableHeading[],
): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and a.attidentity <> ''
     order by c.relname, a.attnum`,
    [tables.map(({ name }) => name)],
  )
  const sequences: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: states } = await client.query<{ value: number; called: boolean }>(
      `select last_value as value, is_called as called from ${sequence}`,
    )
    const [state] = states
    if (state) sequences.push({ table, column, ...state })
  }
  return sequences
}
