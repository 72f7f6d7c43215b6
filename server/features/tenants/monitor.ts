import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#platform/db/client.ts'
import { pageWithTotal } from '#platform/db/lists/page-with-total.ts'
import { answerPage, type Page } from '#platform/http/list-query.ts'
import { adminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '#platform/services.ts'
import { ListOf } from '@tahanan/contract/answers.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'
import { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'
import { isOnline } from './presence.ts'

/** The query of lists of tenants. */
export const TenantsQuery = Type.Object({
  ...Type.Omit(ListQuery, ['status']).properties,
  id: Type.String({ pattern: '^\\d{0,15}$', default: '', description: 'Only this tenant.' }),
})

/** Calls of the monitor: who is using the portal, and when the others last did (rules 3.13). */
export function monitorRoutes(app: PortalApp, { db }: Pick<Services, 'db'>): void {
  app.get('/logged-in-monitor', {
    config: { policy: adminsWith(['loggedInLogs', 'view']) },
    schema: {
      summary: 'Tenants by their last activity, the latest first; online are those with a live connection',
      querystring: TenantsQuery,
      response: { 200: ListOf(MonitoredTenant) },
    },
    handler: ({ query }) => answerPage(query, (page) => listMonitored(db, page, query.id)),
  })
}

function listMonitored(db: Db, page: Page, id: string) {
  const rows = db
    .selectFrom('tenants as n')
    .select(['n.id', 'n.client_code as clientCode', 'n.uoccname', 'n.email', 'n.last_seen as lastSeen'])
    .select(isOnline(db).as('online'))
    .where('n.status', '<>', 0)
    .$if(id !== '', (query) => query.where('n.id', '=', Number(id)))
    .orderBy('n.last_seen', (order) => order.desc().nullsLast())
    .orderBy('n.id', 'desc')
  return pageWithTotal(db, rows, page, sql.ref('n.search_text'))
}
