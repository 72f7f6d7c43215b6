import { expect, test } from 'vitest'
import { getNextNoon } from '#testing/get-next-noon.ts'
import { openTestPortal } from '#testing/portal.ts'
import { claimDueDeliveries } from './claim-due-deliveries.ts'
import { endInterruptedDeliveries } from './end-deliveries.ts'
import { fanOutNotifications } from './fan-out-notifications.ts'
import { createQueryExplainer, LARGE_TABLE_SCAN } from './testing-plans.ts'

const portal = await openTestPortal({ smtpUrl: 'smtp://127.0.0.1:1' })
const now = getNextNoon()
const context = { ...portal.services, newsHooks: {}, now: () => now }
// Disables sequential scans. PostgreSQL prefers them for small tables, which would hide whether an index
// fits. `plans.deep.test.ts` has large tables and leaves them enabled.
const explainQueries = createQueryExplainer(portal.services.pool, 'enable_seqscan = off')

test('an index serves to find what is due, interrupted or new', async () => {
  const claimPlan = await explainQueries((on) =>
    on.transaction().execute((tx) => claimDueDeliveries(tx, { channel: 'mail', limit: 16, now }, context)),
  )
  const interruptedPlan = await explainQueries((on) => endInterruptedDeliveries(on, { newsHooks: {}, now }))
  const queuePlan = await explainQueries((on) => fanOutNotifications({ ...context, db: on }))
  for (const plan of [claimPlan, interruptedPlan, queuePlan]) {
    expect(plan).not.toEqual([])
    expect(plan.filter((line) => LARGE_TABLE_SCAN.test(line))).toEqual([])
  }
  expect(claimPlan.join('\n')).toContain('deliveries_due')
})
