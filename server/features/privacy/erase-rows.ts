import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import type { Person } from '@tahanan/contract/forms/fields.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { createAuthorCondition } from './create-tenant-condition.ts'

export interface ErasedRows {
  readonly rows: number
  /** Keys of files to which the erased columns referred. The caller removes these files after the commit. */
  readonly keys: readonly string[]
}

export interface ErasureResult {
  readonly rows: Readonly<Record<string, number>>
  readonly keys: readonly string[]
}

/** Allows the transaction to empty personal columns in tables that are otherwise append-only (rules 26.5). */
export async function allowErasure(tx: Tx): Promise<void> {
  await sql`select set_config('tahanan.erasure', 'on', true)`.execute(tx)
}

/**
 * Removes the owner of files in the transaction that erases their record. If the caller cannot delete them
 * after the commit, the cleaner job does (rules 6.6).
 */
export async function releaseErasedFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`update files set owner_kind = null, owner_id = null, released_at = clock_timestamp()
    where key = any(${keys}::text[])`.execute(tx)
}

/**
 * Erases the personal data of `people` in the rows of a table. `PERSONAL_TABLES` says for each column whether
 * the row is deleted, the column is emptied, or a name is replaced by `label`. The name of an author is
 * replaced only in rows that the tenant `tenantId` wrote. Can be repeated, because rows without such data do
 * not change. Ticket fields are erased by `emptyTicketFields` instead.
 */
export async function eraseRows(
  tx: Tx,
  table: string,
  condition: RawBuilder<boolean>,
  { people, label, tenantId }: { people: readonly Person[]; label: string; tenantId?: number },
): Promise<ErasedRows> {
  const columns = Object.entries(PERSONAL_TABLES[table]?.personal ?? {}).filter(([, { dataSubject }]) =>
    people.includes(dataSubject),
  )
  if (columns.some(([, { erasure }]) => erasure === 'delete')) {
    const deleteResult = await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx)
    return { rows: Number(deleteResult.numAffectedRows ?? 0), keys: [] }
  }
  const blankValues = await findBlankValues(tx, table)
  const changes = columns.flatMap(([name, { erasure, area }]) => {
    const column = sql.ref(name)
    if (erasure === 'blank') return [{ column, value: blankValues[name] ?? sql`null` }]
    if (erasure !== 'pseudonymise') return []
    if (area === undefined) return [{ column, value: sql`${label}::text` }]
    if (tenantId === undefined) return []
    const isAuthor = createAuthorCondition(area.replace(/_area$/, ''), tenantId)
    return [{ column, value: sql`case when ${isAuthor} then ${label}::text else ${column} end` }]
  })
  if (changes.length === 0) return { rows: 0, keys: [] }
  const keys: string[] = []
  for (const [name, { files }] of columns)
    if (files) keys.push(...(await listKeys(tx, table, name, condition)))
  const setClause = sql.join(changes.map(({ column, value }) => sql`${column} = ${value}`))
  const differsCondition = sql.join(
    changes.map(({ column, value }) => sql`${column} is distinct from ${value}`),
    sql` or `,
  )
  const updateResult =
    await sql`update ${sql.table(table)} set ${setClause} where ${condition} and (${differsCondition})`.execute(
      tx,
    )
  return { rows: Number(updateResult.numAffectedRows ?? 0), keys }
}

async function listKeys(tx: Tx, table: string, column: string, condition: RawBuilder<boolean>) {
  const { rows } = await sql<{ key: string }>`
    select key from ${sql.table(table)}, lateral (
      select case jsonb_typeof(value) when 'string' then value #>> '{}' else value ->> 'url' end as key
      from jsonb_path_query(to_jsonb(${sql.ref(`${table}.${column}`)}), '$[*]') as value) as files
    where ${condition} and key <> ''`.execute(tx)
  return rows.map(({ key }) => key)
}

async function findBlankValues(
  tx: Tx,
  table: string,
): Promise<Readonly<Record<string, RawBuilder<unknown>>>> {
  const { rows } = await sql<{ name: string; nullable: boolean; value: string | null; type: string }>`
    select attname as name, not attnotnull as nullable, format_type(atttypid, atttypmod) as type,
      pg_get_expr(adbin, adrelid) as value
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
  return Object.fromEntries(
    rows.map(({ name, nullable, value, type }) => [
      name,
      nullable ? sql`null` : value !== null ? sql.raw(value) : (EMPTY_VALUES[type] ?? sql`''`),
    ]),
  )
}
const EMPTY_VALUES: Readonly<Record<string, RawBuilder<unknown>>> = {
  jsonb: sql`'{}'::jsonb`,
  'text[]': sql`'{}'::text[]`,
}
