import type { AdminActor } from '#platform/actor.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MyWork, WorkCounts } from '@tahanan/contract/desk/answers.ts'
import { countWaitingItems, listDeskGroups } from './list-desk-groups.ts'

const config = { policy: { areas: ['admin'] } } as const

/**
 * Registers the calls for the page 'My work'. Every administrator may open it; it lists only pages that they
 * may view (rules 13.25).
 */
export function deskRoutes(
  app: PortalApp,
  { db, files, config: { communityTimeZone: timeZone } }: PlatformContext,
): void {
  app.get('/desk', {
    config,
    schema: { summary: 'My work: what is late, mine, and waits for a decision', response: { 200: MyWork } },
    handler: ({ actor }) => listDeskGroups({ db, files, timeZone }, actor as AdminActor),
  })

  app.get('/desk-counts', {
    config,
    schema: { summary: 'What waits in each list, for the menu', response: { 200: WorkCounts } },
    handler: async ({ actor }) => ({ data: await countWaitingItems(db, actor as AdminActor) }),
  })
}
