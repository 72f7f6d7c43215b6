import { Type } from 'typebox'
import { listTopPosts } from '#features/posts/record-post-view.ts'
import { getViewableModules } from '#features/tickets/policy.ts'
import { type Actor } from '#platform/actor.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import {
  DecisionHours,
  ModuleCount,
  MonthCount,
  PostViews,
  RequestCounts,
  DashboardTotals,
} from '@tahanan/contract/dashboard/answers.ts'
import { createDecisionHoursCache } from './create-decision-hours-cache.ts'
import { countJobOrders, countByModule, countTotals, countReservationsByMonth } from './repository.ts'

const getViewableModuleNames = (actor: Actor): string[] => getViewableModules(actor).map(({ name }) => name)

const policy = allowAdmins(['dashboard', 'view'])

export function dashboardRoutes(app: PortalApp, { db, config }: PlatformContext): void {
  app.get('/summary-reports', {
    config: { policy },
    schema: {
      summary: 'Totals of posts, tenants, job orders and incident reports',
      response: { 200: DashboardTotals },
    },
    handler: () => countTotals(db),
  })

  app.get('/summary-requests', {
    config: { policy },
    schema: { summary: 'Job orders by status', response: { 200: RequestCounts } },
    handler: () => countJobOrders(db),
  })

  app.get('/summary-reservations', {
    config: { policy },
    schema: {
      summary: 'Reservations by the month of their filing, the oldest first',
      response: { 200: Type.Object({ data: Type.Array(MonthCount) }) },
    },
    handler: async () => ({ data: await countReservationsByMonth(db, config.communityTimeZone) }),
  })

  app.get('/summary-modules', {
    config: { policy },
    schema: {
      summary: 'Waiting and late tickets of each module that the reader may view',
      response: { 200: Type.Object({ data: Type.Array(ModuleCount) }) },
    },
    handler: async ({ actor }) => ({ data: await countByModule(db, getViewableModuleNames(actor)) }),
  })

  const decisionHours = createDecisionHoursCache(db, config.communityTimeZone)
  app.get('/summary-decisions', {
    config: { policy },
    schema: {
      summary: 'Office hours to the first decision by module and month of filing; ten minutes old at most',
      response: { 200: Type.Object({ data: Type.Array(DecisionHours) }) },
    },
    handler: async ({ actor }) => {
      const viewedNames = getViewableModuleNames(actor)
      return { data: (await decisionHours()).filter(({ module }) => viewedNames.includes(module)) }
    },
  })

  app.get('/post-analytic-reports', {
    config: { policy },
    schema: {
      summary: 'The posts that residents opened most',
      querystring: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }) }),
      response: { 200: Type.Object({ data: Type.Array(PostViews) }) },
    },
    handler: async ({ query }) => ({ data: await listTopPosts(db, query.limit) }),
  })
}
