import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadErasures } from '@tahanan/server/features/privacy/erasures-file.ts'
import { requestErasure } from '@tahanan/server/features/privacy/erasures.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { addAccounts } from './add-accounts.ts'
import { createPortalProcess, waitUntil } from './portal-process.ts'

/**
 * Tests `kill -9` of the portal while it erases a resident's personal data, or while it removes rows older
 * than their retention period.
 */
const portal = await createPortalProcess()
beforeAll(() => portal.start().then(() => {}))
afterAll(() => portal.remove())

function openPortalDatabase() {
  const { db, close } = openDatabase({ connectionString: portal.connectionString(), queryTimeoutMs: 0 })
  onTestFinished(() => close().catch(() => {}))
  return db
}

/** So many rows that the deleting query is still running when the test looks for it. */
const NOTIFICATION_COUNT = 150_000

test('an erasure that was under way when the server was killed is done whole by the next one', async () => {
  const [resident] = (await addAccounts(portal.connectionString(), 1)).residents
  if (!resident) throw new Error('no resident')
  const { id: tenantId } = resident
  const databaseBefore = openPortalDatabase()
  await sql`insert into notifications (area, tenant_id, kind, title, message, fanned_out)
    select 'client', ${tenantId}, 'ticket', 'News ' || n, repeat('words ', 40), true
    from generate_series(1, ${sql.lit(NOTIFICATION_COUNT)}) n`.execute(databaseBefore)
  const id = await databaseBefore
    .transaction()
    .execute((tx) => requestErasure(tx, { tenantId }, { askedBy: 'Super Admin', confirmedDebt: false }))
  const isDeleting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where state = 'active' and query like 'delete from "notifications"%'`.execute(databaseBefore)
    return rows.length > 0
  }
  for (const deadline = performance.now() + 60_000; !(await isDeleting()); await sleep(1))
    if (performance.now() > deadline) throw new Error('The erasure was not seen.')
  await portal.end('SIGKILL')
  expect(await loadErasures(portal.dataDir)).toBeUndefined()

  await portal.start()
  const databaseAfter = openPortalDatabase()
  const findErasure = () =>
    databaseAfter.selectFrom('erasures').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  await waitUntil(async () => (await findErasure()).state === 'done', 'the erasure was not done', 120_000)
  const { uoccname } = await databaseAfter
    .selectFrom('tenants')
    .select('uoccname')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  expect(uoccname).toBe(`Erased tenant ${tenantId}`)
  expect(
    await databaseAfter.selectFrom('notifications').select('id').where('tenant_id', '=', tenantId).execute(),
  ).toEqual([])
  expect((await loadErasures(portal.dataDir))?.map((record) => record.id)).toEqual([id])
})

const OLD_ENTRY_COUNT = 40_000
const NEW_ENTRY_COUNT = 5

test('retention that was under way when the server was killed is ended by the next one', async () => {
  const [resident] = (await addAccounts(portal.connectionString(), 1)).residents
  const databaseBefore = openPortalDatabase()
  await sql`insert into gate_events (key, tenant_id, kind, verdict, name, admin_id, admin_name, at, device_at)
    select gen_random_uuid(), ${resident?.id}, 'in', 'fine', 'Ana Reyes', 1, 'Guard', at, at
    from (select now() - case when n <= ${NEW_ENTRY_COUNT} then 0 else 100 end * interval '1 day' as at
      from generate_series(1, ${NEW_ENTRY_COUNT + OLD_ENTRY_COUNT}) n) as made`.execute(databaseBefore)
  const countEntriesWithName = async (db = databaseBefore) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from gate_events where name <> ''`.execute(db)
    return rows[0]?.n ?? 0
  }
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where task_identifier = 'apply-retention'`.execute(databaseBefore)
  for (
    const deadline = performance.now() + 60_000;
    (await countEntriesWithName()) === NEW_ENTRY_COUNT + OLD_ENTRY_COUNT;
    await sleep(1)
  )
    if (performance.now() > deadline) throw new Error('The retention was not begun.')
  await portal.end('SIGKILL')

  await portal.start()
  const databaseAfter = openPortalDatabase()
  const remainingCount = await countEntriesWithName(databaseAfter)
  await waitUntil(
    async () => (await countEntriesWithName(databaseAfter)) === NEW_ENTRY_COUNT,
    'the old names were not removed',
    120_000,
  )
  expect(remainingCount).toBeGreaterThan(NEW_ENTRY_COUNT)
})
