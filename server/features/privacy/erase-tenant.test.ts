import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDemoPortal } from '#testing/portal.ts'
import { listPersonalFields } from '@tahanan/contract/privacy/describe-register.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { eraseTenant } from './erase-tenant.ts'
import { tenantCondition } from './rows-of-tenant.ts'

const portal = await openDemoPortal()
const { db } = portal
const MARKER = 'Zzyzx'
const LINKED = Object.entries(PERSONAL_TABLES).filter(([, { tenant }]) => tenant)

const erase = (id: number) => db.transaction().execute((tx) => eraseTenant(tx, id))

/** Finds the tenant with rows in the most tables of the register. */
async function findBusiestTenant(): Promise<number> {
  const rows = sql.join(
    ['payments', 'tickets', 'walk_ins', 'comments', 'feedbacks', 'threads', 'internal_notes'].map(
      (table) => sql`select distinct tenant_id from ${sql.table(table)}`,
    ),
    sql` union all `,
  )
  const { rows: found } = await sql<{ tenant_id: number }>`
    select tenant_id from (${rows}) as r where tenant_id is not null group by 1 order by count(*) desc, 1 limit 1`.execute(
    db,
  )
  return found[0]?.tenant_id ?? 0
}

/** Adds rows to tables in which no tenant of the demo community has any. */
async function addRows(id: number): Promise<void> {
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

/** Writes the marker into every personal column of a tenant's rows, past all triggers. Returns the tables. */
async function mark(id: number): Promise<string[]> {
  const marked: string[] = []
  for (const [table, { personal }] of LINKED) {
    const { rows: types } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attgenerated = ''`.execute(db)
    const values = types.flatMap(({ name, type }) => {
      const entry = personal[name]
      if (!entry || entry.whose === 'staff' || ['fields', 'derived'].includes(entry.erasure)) return []
      const unique = sql`${MARKER}::text || ctid::text`
      if (entry.files && type === 'jsonb')
        return [
          sql`${sql.ref(name)} = jsonb_build_array(jsonb_build_object('url', ${unique}, 'name', ${unique}))`,
        ]
      if (entry.area !== undefined)
        return [
          sql`${sql.ref(name)} = case ${sql.ref(entry.area)} when 'client' then ${unique} else 'PMO' end`,
        ]
      const value = { text: unique, 'text[]': sql`array[${unique}]`, jsonb: sql`to_jsonb(${unique})` }[type]
      return value ? [sql`${sql.ref(name)} = ${value}`] : []
    })
    if (values.length === 0) continue
    const updated = await db.transaction().execute(async (tx) => {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
      const done =
        await sql`update ${sql.table(table)} set ${sql.join(values)} where ${tenantCondition(table, id)}`.execute(
          tx,
        )
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
      return done
    })
    if ((updated.numAffectedRows ?? 0n) > 0n) marked.push(table)
  }
  for (const { module, key } of listPersonalFields())
    await sql`update tickets set details = details || jsonb_build_object(${key}::text, case jsonb_typeof(details -> ${key})
        when 'array' then jsonb_build_array(jsonb_build_object('url', ${MARKER}::text, 'name', ${MARKER}::text))
        else to_jsonb(${MARKER}::text) end)
      where module = ${module} and tenant_id = ${id}`.execute(db)
  return marked
}

/** Lists the columns of the whole database that hold the marker. */
async function findMarker(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string }>`
      select distinct field.key as "column" from ${sql.table(name)} as t, jsonb_each_text(to_jsonb(t)) as field
      where field.value ilike ${`%${MARKER}%`}`.execute(db)
    for (const { column } of rows) found.add(`${name}.${column}`)
  }
  return [...found].toSorted()
}

test('an erased tenant stays only where the register says so', async () => {
  const id = await findBusiestTenant()
  await addRows(id)
  const marked = await mark(id)
  const before = await findMarker()
  expect(marked.length).toBeGreaterThan(20)
  expect(before).toEqual(expect.arrayContaining(['tenants.uoccname', 'tickets.details', 'messages.text']))

  const { rows, keys } = await erase(id)

  const kept = LINKED.flatMap(([table, { personal }]) =>
    Object.entries(personal)
      .filter(([, { erasure }]) => erasure === 'keep')
      .map(([column]) => `${table}.${column}`),
  )
  // Derived from the client code, and from references of banks.
  const derived = [
    'tenants.code_and_name',
    'tenants.public_text',
    'tenants.search_text',
    'payments.search_text',
  ]
  expect((await findMarker()).filter((place) => ![...kept, ...derived].includes(place))).toEqual([])
  expect(keys).toEqual(expect.arrayContaining([expect.stringContaining(MARKER)]))
  expect(rows['messages']).toBeGreaterThan(0)
  const { uoccname, status } = await db
    .selectFrom('tenants')
    .select(['uoccname', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect({ uoccname, status }).toEqual({ uoccname: `Erased tenant ${id}`, status: 0 })

  const again = await erase(id)
  expect(Object.entries(again.rows).filter(([, count]) => count > 0)).toEqual([])
  expect(again.keys).toEqual([])
})
