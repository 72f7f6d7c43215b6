import { expect, test } from 'vitest'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase()

test('a change increases updated_at, also within a millisecond and after the clock was set back', async () => {
  const { pool } = database
  await pool.query(`insert into tenants (client_code) values ('A-1')`)
  const updateTimes: string[] = []
  for (const timeSql of [
    'clock_timestamp()',
    `'2020-01-01'`,
    'updated_at',
    `'2020-01-01'`,
    'clock_timestamp()',
  ]) {
    const { rows } = await pool.query<{ at: string }>(
      `update tenants set status = 0, updated_at = ${timeSql}
       returning to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as at`,
    )
    updateTimes.push(rows[0]?.at ?? '')
  }
  expect(updateTimes).toEqual([...new Set(updateTimes)].toSorted())
})

test('an update without a difference keeps updated_at', async () => {
  const { pool } = database
  const listUpdateTimes = async () => (await pool.query('select id, updated_at from tenants')).rows
  const timesBefore = await listUpdateTimes()
  await pool.query(`update tenants set last_seen = clock_timestamp()`)
  expect(await listUpdateTimes()).toEqual(timesBefore)
})

const TABLES_WITHOUT_LIVE_EVENTS = [
  'sandbox_transactions',
  'service_settings',
  'settings',
  'statement_imports',
  'statements',
  'super_admins',
  'terms',
]

test('all tables of live events have the trigger', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
     where attname = 'updated_at' and relkind = 'r' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_trigger where tgrelid = c.oid and tgfoid = 'later_update'::regproc) order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(TABLES_WITHOUT_LIVE_EVENTS)
})
