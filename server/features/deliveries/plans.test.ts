import { expect, test } from 'vitest'
import { nextNoon } from '#testing/next-noon.ts'
import { openTestPortal } from '#testing/portal.ts'
import { claimDue } from './claim-due.ts'
import { endInterrupted } from './end-deliveries.ts'
import { fanOut } from './fan-out.ts'
import { createPlanReader, LARGE } from './testing-plans.ts'

const portal = await openTestPortal({ smtpUrl: 'smtp://127.0.0.1:1' })
const now = nextNoon()
const parts = { ...portal.services, newsHooks: {}, now: () => now }
// Disables sequential scans, which the planner prefers for few rows. `plans.deep.test.ts` has many rows and
// leaves them enabled.
const explainQueries = createPlanReader(portal.services.pool, 'enable_seqscan = off')

test('an index serves to find what is due, interrupted or new', async () => {
  const claimed = await explainQueries((on) =>
    on.transaction().execute((tx) => claimDue(tx, { channel: 'mail', limit: 16, now }, parts)),
  )
  const interrupted = await explainQueries((on) => endInterrupted(on, { newsHooks: {}, now }))
  const queued = await explainQueries((on) => fanOut({ ...parts, db: on }))
  for (const plan of [claimed, interrupted, queued]) {
    expect(plan).not.toEqual([])
    expect(plan.filter((line) => LARGE.test(line))).toEqual([])
  }
  expect(claimed.join('\n')).toContain('deliveries_due')
})
