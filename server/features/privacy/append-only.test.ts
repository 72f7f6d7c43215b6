import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal()
const resident = await portal.as('client')
await sql`insert into threads (tenant_id, about) values (${resident.id}, '')`.execute(portal.db)
await sql`insert into messages (thread_id, author_area, author_id, author_name, text)
  select max(id), 'client', ${resident.id}, 'Ana Reyes', 'Hello' from threads`.execute(portal.db)
await sql`insert into audit_log (actor_area, actor_name, action, subject, subject_name, before, after)
  values ('admin', 'Lea Cruz', 'change', 'tenants', 'A-101 Ana Reyes', '{"email": "old@mail.test"}',
    '{"email": "new@mail.test", "status": 1}')`.execute(portal.db)

const runQueryAsErasure = (query: string) =>
  portal.db.transaction().execute(async (tx) => {
    await sql`select set_config('tahanan.erasure', 'on', true)`.execute(tx)
    await sql.raw(query).execute(tx)
  })
const AUDIT_LOG_UPDATE = `update audit_log set before = '{"email": "changed"}', after = '{"email": "changed", "status": 1}'
  where subject_name like 'A-101%'`

test.each([
  `update messages set text = '', files = '[]', author_name = 'Erased tenant 7'`,
  `update audit_log set subject_name = 'A-101' where subject_name = 'A-101 Ana Reyes'`,
  `update audit_log set actor_name = 'Erased tenant 7', address = null, detail = null`,
  AUDIT_LOG_UPDATE,
])('an erasure may: %s', async (query) => {
  await expect(sql.raw(query).execute(portal.db)).rejects.toThrow('never rewritten')
  await runQueryAsErasure(query)
})

test.each([
  [`update messages set text = 'I owe nothing'`, 'cannot write text'],
  [`update messages set author_id = 1000`, 'cannot write author_id'],
  [`update messages set author_name = 'Erased tenant 7, by Mallory'`, 'cannot write author_name'],
  [`update audit_log set actor_name = 'Mallory'`, 'cannot write actor_name'],
  [`update audit_log set after = '{"email": "changed", "status": 0}'`, 'cannot write after'],
  [`update audit_log set after = after || '{"role": "changed", "by": "Mallory"}'`, 'cannot write after'],
  [`update audit_log set at = now()`, 'permission denied'],
  [`delete from audit_log`, 'permission denied'],
])('an erasure cannot: %s', async (query, expectedError) => {
  await expect(runQueryAsErasure(query)).rejects.toThrow(expectedError)
})

test('the permission to erase ends with its transaction', async () => {
  await runQueryAsErasure('select 1')
  await expect(sql`update messages set text = ''`.execute(portal.db)).rejects.toThrow('never rewritten')
})
