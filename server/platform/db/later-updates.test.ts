import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './testing.ts'

const database = await createTestDatabase()
afterAll(database.destroy)

test('a change moves updated_at on, also within a millisecond and when the clock goes back', async () => {
  const { pool } = database
  await pool.query(`insert into tenants (client_code) values ('A-1')`)
  const times: string[] = []
  for (const at of ['clock_timestamp()', `'2020-01-01'`, 'updated_at', `'2020-01-01'`, 'clock_timestamp()']) {
    const { rows } = await pool.query<{ at: string }>(
      `update tenants set status = 0, updated_at = ${at}
       returning to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as at`,
    )
    times.push(rows[0]?.at ?? '')
  }
  expect(times).toEqual([...new Set(times)].toSorted())
})

test('what is no change of a row leaves updated_at', async () => {
  const { pool } = database
  const read = async () => (await pool.query('select id, updated_at from tenants')).rows
  const before = await read()
  await pool.query(`update tenants set last_seen = clock_timestamp()`)
  expect(await read()).toEqual(before)
})

test('tickets, payments and all else that is told live have the trigger', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'later_update'::regproc order by 1`,
  )
  const toldLive = [
    'admins',
    'advertisements',
    'amenities',
    'comments',
    'feedbacks',
    'memorandums',
    'payments',
    'policies',
    'policy_headers',
    'posts',
    'tenants',
    'tickets',
  ]
  expect(rows.map(({ name }) => name)).toEqual(toldLive)
})
