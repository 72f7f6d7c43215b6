import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { createTenantCondition } from './create-tenant-condition.ts'

const { db } = await openTestDatabase()
const ownTenant = await createTestTenant(db)
const otherTenant = await createTestTenant(db)

const LINKED_TABLES = Object.keys(PERSONAL_TABLES).filter((table) => PERSONAL_TABLES[table]?.tenant)

async function countRows(table: string, tenantId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${createTenantCondition(table, tenantId)}`.execute(
    db,
  )
  return rows[0]?.count ?? -1
}

const countAllRows = (tenantId: number) =>
  Promise.all(
    ['tenants', 'threads', 'messages', 'notifications', 'notification_reads'].map((table) =>
      countRows(table, tenantId),
    ),
  )

test('the condition of every linked table is valid, and is true of no row for an unknown tenant', async () => {
  expect(LINKED_TABLES.length).toBeGreaterThan(30)
  for (const table of LINKED_TABLES) expect([table, await countRows(table, 999_999)]).toEqual([table, 0])
})

test('a table without a link is refused', () => {
  expect(() => createTenantCondition('terms', ownTenant.id)).toThrow('no link from terms')
  expect(() => createTenantCondition('do_not_admit', ownTenant.id)).toThrow('no link from do_not_admit')
})

test('rows are found by a column, by either of two, by area and id, and through other tables', async () => {
  const thread = { tenant_id: ownTenant.id, about: 'A question' }
  const { id: threadId } = await db
    .insertInto('threads')
    .values(thread)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('messages')
    .values({
      thread_id: threadId,
      author_area: 'client',
      author_id: ownTenant.id,
      author_name: 'A',
      text: 'Hello',
    })
    .execute()
  await db
    .insertInto('notifications')
    .values([
      { area: 'client', tenant_id: ownTenant.id, kind: 'payment', title: 'To', message: 'the tenant' },
      {
        area: 'admin',
        subject_tenant_id: ownTenant.id,
        page: 'tenants',
        kind: 'payment',
        title: 'Of',
        message: 'the tenant',
      },
    ])
    .execute()
  await db
    .insertInto('notification_reads')
    .columns(['area', 'reader_id', 'notification_id'])
    .expression((eb) =>
      eb
        .selectFrom('notifications')
        .select(['area', eb.val(ownTenant.id).as('reader_id'), 'id as notification_id']),
    )
    .execute()
  expect(await countAllRows(ownTenant.id)).toEqual([1, 1, 1, 2, 1])
  expect(await countAllRows(otherTenant.id)).toEqual([1, 0, 0, 0, 0])
})
