import type { ClientBase } from 'pg'
import { createKysely } from '#platform/db/connect.ts'
import { listAppliedMigrations, MIGRATION_TABLES, requireFirstMigration } from '#platform/db/migrate.ts'
import { CODE_LENGTH, CODE_CHARACTERS } from '@tahanan/contract/gate/labels-and-codes.ts'
import { isPlainName, type Sequence, type TableHeading } from './archive/archive-format.ts'

/**
 * Tables that are not backed up:
 * - tables of sessions, tokens and logins: ended sessions and links would become valid again;
 * - `outbox`: live events would be sent again;
 * - `secrets`: a thief of the backup would get the signing keys;
 * - `push_subscriptions`: a restored portal has a new push key, so browsers must subscribe again;
 * - `backups` and the migration tables: a restore fills them from the backup folder and from the heading;
 * - `data_copies`: the files of these copies are in no backup.
 */
export const EXCLUDED_TABLES: readonly string[] = [
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
  'push_subscriptions',
  'data_copies',
  ...MIGRATION_TABLES,
]

/**
 * SQL expressions that replace the values of columns in a backup. Without this a backup would contain codes
 * that open the gate. After a restore each pass has a random code that nobody knows.
 */
export const REPLACED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gate_passes: { code: buildRandomCode() },
}

/**
 * Returns an SQL expression for a random code. It refers to the row's id, so that PostgreSQL evaluates it for
 * each row.
 */
function buildRandomCode(): string {
  const characterSql = `substr('${CODE_CHARACTERS}', 1 + get_byte(drawn, n) % ${CODE_CHARACTERS.length}, 1)`
  return `(select string_agg(${characterSql}, '')
    from (select sha256((id || gen_random_uuid()::text)::bytea) as drawn) d, generate_series(1, ${CODE_LENGTH}) n)`
}

const TABLES_QUERY = `
  select c.relname as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as needs
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname`

/** Lists the tables to back up. A referenced table comes before the tables that reference it. */
export async function listTablesToBackUp(client: ClientBase): Promise<TableHeading[]> {
  const { rows } = await client.query<TableHeading & { needs: string[] }>(TABLES_QUERY)
  const unorderedTables = rows.filter(({ name }) => !EXCLUDED_TABLES.includes(name))
  const orderedTables: TableHeading[] = []
  while (unorderedTables.length > 0) {
    const nextIndex = unorderedTables.findIndex(
      ({ needs }) => !needs.some((neededTable) => unorderedTables.some(({ name }) => name === neededTable)),
    )
    // Tables that reference each other in a cycle cannot be sorted. This is allowed, because a restore drops
    // the foreign keys while it copies rows.
    const [{ name, columns } = { name: '', columns: [] }] = unorderedTables.splice(Math.max(nextIndex, 0), 1)
    if (![name, ...columns].every(isPlainName))
      throw new Error(`The table ${name} is not part of the portal.`)
    orderedTables.push({ name, columns })
  }
  return orderedTables
}

/** Throws if the database contains no portal. */
export async function requireMigrations(client: ClientBase): Promise<string[]> {
  const names = await listAppliedMigrations(createKysely(client))
  if (names.length === 0) throw new Error('There is nothing to back up: this database holds no portal.')
  requireFirstMigration(names)
  return names
}

/**
 * Begins the transaction from whose snapshot the whole backup is read, and returns the snapshot's time. Locks
 * the tables against `truncate` and `alter table`, because a snapshot does not protect from these. Reads and
 * writes are not blocked.
 */
export async function beginSnapshot(client: ClientBase, tables: readonly TableHeading[]): Promise<Date> {
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access share mode`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

/**
 * Returns the current values of the sequences. Must be called after all rows are read: a snapshot does not
 * cover sequences, and a value read later is never lower than the ids in the backup.
 */
export async function listSequences(
  client: ClientBase,
  tables: readonly TableHeading[],
): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
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
