import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/db/client.ts'
import { getNextNoon } from '#testing/get-next-noon.ts'
import { openTestPortal } from '#testing/portal.ts'
import { claimDueDeliveries } from './claim-due-deliveries.ts'
import { endInterruptedDeliveries } from './end-deliveries.ts'
import { fanOutNotifications, type QueueContext } from './fan-out-notifications.ts'
import { createQueryExplainer, LARGE_TABLE_SCAN } from './testing-plans.ts'

const ROW_COUNT = 50_000
const NOON = getNextNoon()

const portal = await openTestPortal({ smtpUrl: 'smtp://127.0.0.1:1' })
const { db } = openDatabase({
  connectionString: portal.services.pool.options.connectionString ?? '',
  queryTimeoutMs: 0,
})
await sql`insert into tenants (client_code, uoccname, unit_number, email)
  select 'U-' || n, 'Tenant ' || n, 'Unit ' || n, n || '@example.test' from generate_series(1, 2000) n`.execute(
  db,
)
await sql`insert into notifications (area, kind, tenant_id, title, message)
  select 'client', 'ticket', 1 + n % 2000, 'Gate pass approved', '' from generate_series(1, ${ROW_COUNT}::int) n`.execute(
  db,
)
await sql`insert into deliveries (notification_id, area, reader_id, channel, state)
  select id, 'client', tenant_id, 'mail', case when id % 101 = 0 then 'waiting' else 'sent' end
  from notifications`.execute(db)
await sql`insert into notification_reads (area, reader_id, notification_id)
  select area, tenant_id, id from notifications where id % 3 = 0`.execute(db)
await sql`update notifications set fanned_out = false where id % 1000 = 0`.execute(db)
await sql`vacuum analyze deliveries, notifications, notification_reads, tenants`.execute(db)
const context: QueueContext = { ...portal.services, newsHooks: {}, now: () => NOON }

const explainQueries = createQueryExplainer(portal.services.pool)

test('what is due, interrupted or new is found by an index among many deliveries', async () => {
  for (const channel of ['mail', 'push'] as const) {
    const claimPlan = await explainQueries((on) =>
      on.transaction().execute((tx) => claimDueDeliveries(tx, { channel, limit: 16, now: NOON }, context)),
    )
    expect(claimPlan.filter((line) => LARGE_TABLE_SCAN.test(line))).toEqual([])
    expect(claimPlan.join('\n')).toContain('deliveries_due')
  }
  const interruptedPlan = await explainQueries((on) =>
    endInterruptedDeliveries(on, { newsHooks: {}, now: NOON }),
  )
  expect(interruptedPlan.filter((line) => LARGE_TABLE_SCAN.test(line))).toEqual([])
  const queuePlan = await explainQueries((on) => fanOutNotifications({ ...context, db: on }))
  expect(queuePlan.filter((line) => LARGE_TABLE_SCAN.test(line))).toEqual([])
})

test('a claim reads its readers alone in a burst of news that the statistics do not know', async () => {
  const freshPortal = await openTestPortal({ smtpUrl: 'smtp://127.0.0.1:1' })
  await sql`insert into notifications (area, kind, title, message) values ('client', 'post', 'No water', '')`.execute(
    freshPortal.db,
  )
  await sql`insert into deliveries (notification_id, area, reader_id, channel)
    select n.id, 'client', reader, 'mail' from notifications n, generate_series(1, 2000) reader`.execute(
    freshPortal.db,
  )
  const claimPlan = await createQueryExplainer(freshPortal.services.pool)((on) =>
    on
      .transaction()
      .execute((tx) => claimDueDeliveries(tx, { channel: 'mail', limit: 16, now: NOON }, context)),
  )
  expect(claimPlan.filter((line) => /deliveries_due on deliveries d\s/.test(line))).toEqual([])
})
