import type { ClientBase } from 'pg'
import { createKysely } from '#platform/db/connect.ts'
import { listAppliedMigrations, BOOKKEEPING, requireFirst } from '#platform/db/migrate.ts'
import { CODE_LENGTH, CODE_LETTERS } from '@tahanan/contract/gate/words.ts'
import { isPlainName, type Sequence, type TableHeading } from './archive/archive-format.ts'

/**
 * Tables that a backup leaves out. Restoring them would revive ended sessions and links, repeat live events,
 * or give signing keys to a thief of the backup. Browsers subscribe to push messages again, by the new key. The
 * list of backups comes from the folder, migrations from the heading; files of copies are in no backup.
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
  ...BOOKKEEPING,
]

/**
 * Columns with another value in a backup: otherwise it would contain codes that open the gate. After a
 * restore each pass has the random code of the backup, which nobody knows.
 */
export const REPLACED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gate_passes: { code: buildRandomCode() },
}

/** The SQL depends on the row, so that each row gets another code. */
function buildRandomCode(): string {
  const letter = `substr('${CODE_LETTERS}', 1 + get_byte(drawn, n) % ${CODE_LETTERS.length}, 1)`
  return `(select string_agg(${letter}, '')
    from (select sha256((id || gen_random_uuid()::text)::bytea) as drawn) d, generate_series(1, ${CODE_LENGTH}) n)`
}

const TABLES = `
  select c.relname as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as needs
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname`

/** Sorts referenced tables before the tables that reference them. */
export async function listTablesToBackUp(client: ClientBase): Promise<TableHeading[]> {
  const { rows } = await client.query<TableHeading & { needs: string[] }>(TABLES)
  const waiting = rows.filter(({ name }) => !EXCLUDED_TABLES.includes(name))
  const ordered: TableHeading[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ needs }) => !needs.some((need) => waiting.some(({ name }) => name === need)),
    )
    // Tables in a cycle have no such order; a restore drops foreign keys while it copies.
    const [{ name, columns } = { name: '', columns: [] }] = waiting.splice(Math.max(next, 0), 1)
    if (![name, ...columns].every(isPlainName))
      throw new Error(`The table ${name} is not part of the portal.`)
    ordered.push({ name, columns })
  }
  return ordered
}

/** Returns the migrations in order. Throws if the database has no portal. */
export async function requireMigrations(client: ClientBase): Promise<string[]> {
  const names = await listAppliedMigrations(createKysely(client))
  if (names.length === 0) throw new Error('There is nothing to back up: this database holds no portal.')
  requireFirst(names)
  return names
}

/**
 * Begins the snapshot for the whole backup; returns its time. The locks prevent `truncate` and `alter table`
 * meanwhile, which a snapshot does not cover; they do not block readers and writers.
 */
export async function beginSnapshot(client: ClientBase, tables: readonly TableHeading[]): Promise<Date> {
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access share mode`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

/** Must be called after the rows are read: snapshots do not cover sequences, which are then never behind. */
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
