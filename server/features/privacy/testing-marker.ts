import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import type { PersonalColumn } from '@tahanan/contract/privacy/define-register.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { createTenantCondition } from './create-tenant-condition.ts'

/** Text that tests write into each value that an erasure must remove. */
export const MARKER = 'Zzyzx'
/** Text that tests write into each value that an erasure must keep. */
export const KEPT_MARKER = 'Qqwwx'

const LINKED_TABLES = Object.entries(PERSONAL_TABLES).filter(([, { tenant }]) => tenant)

export async function findBusiestTenant(db: Db): Promise<number> {
  const tenantIdQueries = sql.join(
    ['payments', 'tickets', 'walk_ins', 'comments', 'feedbacks', 'threads', 'internal_notes'].map(
      (table) => sql`select distinct tenant_id from ${sql.table(table)}`,
    ),
    sql` union all `,
  )
  const { rows: tenantRows } = await sql<{ tenant_id: number }>`
    select tenant_id from (${tenantIdQueries}) as r where tenant_id is not null group by 1 order by count(*) desc, 1 limit 1`.execute(
    db,
  )
  return tenantRows[0]?.tenant_id ?? 0
}

/** Adds one row of the tenant to each table that is empty in the demo community. */
export async function addRowsOfTenant(db: Db, id: number): Promise<void> {
  const payment = sql`(select min(id) from payments where tenant_id = ${id})`
  const notification = sql`(select min(id) from notifications where area = 'client')`
  for (const query of [
    sql`insert into walk_ins (key, tenant_id, name, purpose, admin_id, admin_name, call_at)
      values (gen_random_uuid(), ${id}, 'A', 'B', 1, 'Guard', now())`,
    sql`insert into gate_events (key, tenant_id, kind, verdict, name, workers, admin_id, admin_name, at, device_at)
      values (gen_random_uuid(), ${id}, 'in', 'fine', 'A', '{B}', 1, 'Guard', now(), now())`,
    sql`insert into gateway_messages (gateway, kind, payment_id, raw, detail)
      values ('dragonpay', 'postback', ${payment}, '{"name": "A"}', 'B')`,
    sql`with import as (insert into bank_imports (name, account, lines, known, debits, refused)
      values ('bank.csv', '1', 1, 0, 0, '[]') returning id)
      insert into bank_lines (import_id, line, date, amount, reference, description, raw, hash, payment_id)
      select id, 1, now(), 1, 'R', 'D', 'X', '\\x01', ${payment} from import`,
    sql`insert into deliveries (notification_id, area, reader_id, channel)
      values (${notification}, 'client', ${id}, 'mail')`,
    sql`insert into sessions (token_hash, area, account_id, device) values ('\\x02', 'client', ${id}, 'Phone')`,
    sql`insert into push_subscriptions (tenant_id, session_id, endpoint, p256dh, auth)
      values (${id}, 1, 'https://push.test', 'P', 'A')`,
    sql`insert into waiting_entries (tenant_id, amenity_id, during)
      select ${id}, min(id), tstzrange(now(), now() + interval '1 hour') from amenities`,
  ])
    await query.execute(db)
}

/**
 * Writes `MARKER` into every personal column of a tenant's rows, with triggers disabled. Returns the names of
 * the changed tables.
 */
export async function markTenant(db: Db, id: number, files = true): Promise<string[]> {
  const markedTables: string[] = []
  for (const [table] of LINKED_TABLES)
    if (
      await markRows(
        db,
        table,
        createTenantCondition(table, id),
        ({ dataSubject }) => dataSubject !== 'staff',
        files,
      )
    )
      markedTables.push(table)
  await markFields(db, sql<boolean>`tenant_id = ${id}`, ({ personal }) => personal !== 'nobody', files)
  return markedTables
}

const isWithoutAccount = (personKind: Field['personal']): boolean =>
  personKind === 'visitor' || personKind === 'worker'

/**
 * Writes `MARKER` into the personal values of visitors and workers in a ticket and a walk-in (visit without a
 * pass). Returns the names of the changed tables.
 */
export async function markVisitor(db: Db, ticketId: number, walkInId: number): Promise<string[]> {
  const recordsCondition = sql<boolean>`(ticket_id = ${ticketId} or walk_in_id = ${walkInId})`
  const markedTables: string[] = []
  for (const [table, condition] of [
    ['walk_ins', sql<boolean>`id = ${walkInId}`],
    ['gate_passes', recordsCondition],
    ['gate_events', recordsCondition],
  ] as const)
    if (await markRows(db, table, condition, ({ dataSubject }) => isWithoutAccount(dataSubject), false))
      markedTables.push(table)
  await markFields(db, sql<boolean>`id = ${ticketId}`, ({ personal }) => isWithoutAccount(personal), false)
  await sql`update tickets set search_text = search_text || ${MARKER} where id = ${ticketId}`.execute(db)
  return markedTables
}

async function markRows(
  db: Db,
  table: string,
  condition: RawBuilder<boolean>,
  isMarked: (column: PersonalColumn) => boolean,
  files: boolean,
): Promise<boolean> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attgenerated = ''`.execute(db)
  const values = columns.flatMap(({ name, type }) => {
    const entry = PERSONAL_TABLES[table]?.personal[name]
    if (!entry || !isMarked(entry) || (entry.files && !files)) return []
    const value = toMarkedValue(table, type, entry)
    return value ? [sql`${sql.ref(name)} = ${value}`] : []
  })
  if (values.length === 0) return false
  const { numAffectedRows } = await db.transaction().execute(async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    const updateResult =
      await sql`update ${sql.table(table)} set ${sql.join(values)} where ${condition}`.execute(tx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    return updateResult
  })
  return (numAffectedRows ?? 0n) > 0n
}

function toMarkedValue(table: string, type: string, { erasure, area }: PersonalColumn) {
  // Derived columns are generated by the database and cannot be written, except those of `tickets`.
  if (erasure === 'fields' || (erasure === 'derived' && table !== 'tickets')) return undefined
  const uniqueText = sql`${erasure === 'keep' ? KEPT_MARKER : MARKER}::text || ctid::text`
  // This JSON is valid both as a list of files and as the records of a privacy request.
  const json = sql`jsonb_build_array(jsonb_build_object('url', ${uniqueText}, 'name', ${uniqueText},
    'kind', 'ticket', 'id', 1, 'label', ${uniqueText}))`
  if (area !== undefined) return sql`case ${sql.ref(area)} when 'client' then ${uniqueText} else 'PMO' end`
  return { text: uniqueText, 'text[]': sql`array[${uniqueText}]`, jsonb: json }[type]
}

async function markFields(
  db: Db,
  condition: RawBuilder<boolean>,
  isMarked: (field: Field) => boolean,
  files: boolean,
): Promise<void> {
  for (const { name, fields } of MODULES)
    for (const [key, field] of Object.entries<Field>(fields))
      if (field.personal !== undefined && isMarked(field) && (field.kind !== 'files' || files))
        await sql`update tickets set details = details || jsonb_build_object(${key}::text,
            case jsonb_typeof(details -> ${key})
              when 'array' then jsonb_build_array(jsonb_build_object('url', ${MARKER}::text, 'name', ${MARKER}::text))
              else to_jsonb(${MARKER}::text) end)
          where module = ${name} and ${condition}`.execute(db)
}

export async function findMarker(db: Db, marker = MARKER): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const foundColumns = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string }>`
      select distinct field.key as "column" from ${sql.table(name)} as t, jsonb_each_text(to_jsonb(t)) as field
      where field.value ilike ${`%${marker}%`}`.execute(db)
    for (const { column } of rows) foundColumns.add(`${name}.${column}`)
  }
  return [...foundColumns].toSorted()
}
