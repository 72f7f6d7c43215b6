import { ListOf, NullableTime } from '@tahanan/contract/answers.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'
import { Type } from 'typebox'
import { prepared } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { listAnswer, toPage } from '../../platform/http/list-query.ts'
import type { Page } from '../../platform/http/list-query.ts'
import type { PortalApp } from '../../platform/http/portal-app.ts'
import type { Services } from '../../platform/services.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'
import { STILL_SAID } from './presence.ts'

interface MonitoredTenant {
  id: number
  clientCode: string
  uoccname: string
  email: string
  lastSeen: Date | null
  online: boolean
}

/** Calls of the monitor: who is using the portal, and when the others last did (rules 3.13). */
export function monitorRoutes(app: PortalApp, { db }: Pick<Services, 'db'>): void {
  app.get('/logged-in-monitor', {
    config: { policy: { areas: ['admin'], permission: [['loggedInLogs', 'view']] } },
    schema: {
      tags: ['Tenants'],
      summary: 'Tenants by their last activity, the latest first; online are those with a live connection',
      querystring: Type.Object({
        page: ListQuery.properties.page,
        limit: ListQuery.properties.limit,
        searchTerm: ListQuery.properties.searchTerm,
        id: Type.String({ pattern: '^\\d{0,15}$', default: '', description: 'Only this tenant.' }),
      }),
      response: {
        200: ListOf(
          Type.Object({
            id: Type.Integer(),
            clientCode: Type.String(),
            uoccname: Type.String(),
            email: Type.String(),
            lastSeen: NullableTime,
            online: Type.Boolean(),
          }),
        ),
      },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const { rows, total } = await listMonitored(db, page, query.id === '' ? null : Number(query.id))
      return listAnswer(page, rows, total)
    },
  })
}

const FOUND = `from tenants n where n.status <> 0 and ($1::bigint is null or n.id = $1)
  and ($2 = '%%' or n.search_text like $2)`

async function listMonitored(
  db: Db,
  page: Page,
  id: number | null,
): Promise<{ rows: MonitoredTenant[]; total: number }> {
  const found = [id, likePattern(page.searchTerm)]
  const [rows, [count]] = await Promise.all([
    prepared<MonitoredTenant>(
      db,
      'monitor.list',
      `select n.id, n.client_code as "clientCode", n.uoccname, n.email, n.last_seen as "lastSeen", exists (
         select from live_tenants l where l.tenant_id = n.id and ${STILL_SAID}) as online
       ${FOUND} order by n.last_seen desc nulls last, n.id desc limit $3 offset $4`,
      [...found, page.limit, page.offset],
    ),
    prepared<{ n: number }>(db, 'monitor.count', `select count(*) as n ${FOUND}`, found),
  ])
  return { rows, total: count?.n ?? 0 }
}
