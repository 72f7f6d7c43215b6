import { Type } from 'typebox'
import type { PortalApp } from '../../platform/http/portal-app.ts'
import { topPosts } from '../posts/views.ts'
import type { Services } from '../../platform/services.ts'
import { reservationsByMonth } from './reservations.ts'
import { jobOrders, totals } from './totals.ts'

const tags = ['Dashboard']
const policy = { areas: ['admin'] as const, permission: [['dashboard', 'view']] as const }
const Count = Type.Integer()

/** The figures of the administrator's dashboard (rules 13.20), each from sums that are kept as things happen. */
export function dashboardRoutes(app: PortalApp, { db, config }: Services): void {
  app.get('/summary-reports', {
    config: { policy },
    schema: {
      tags,
      summary: 'Totals of posts, tenants, job orders and incident reports',
      response: { 200: Type.Object({ posts: Count, tenants: Count, requests: Count, reports: Count }) },
    },
    handler: () => totals(db),
  })

  app.get('/summary-requests', {
    config: { policy },
    schema: {
      tags,
      summary: 'Job orders by status',
      response: {
        200: Type.Object({
          open: Count,
          close: Count,
          ongoing: Count,
          completed: Count,
          cancelled: Count,
          rejected: Count,
          deleted: Count,
          all: Count,
        }),
      },
    },
    handler: () => jobOrders(db),
  })

  app.get('/summary-reservations', {
    config: { policy },
    schema: {
      tags,
      summary: 'Reservations by the month of their filing, the oldest first',
      response: {
        200: Type.Object({
          data: Type.Array(Type.Object({ year: Count, month: Count, count: Count })),
        }),
      },
    },
    handler: async () => ({ data: await reservationsByMonth(db, config.communityTimeZone) }),
  })

  app.get('/post-analytic-reports', {
    config: { policy },
    schema: {
      tags,
      summary: 'The posts that residents opened most',
      querystring: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }) }),
      response: {
        200: Type.Object({
          data: Type.Array(Type.Object({ id: Count, title: Type.String(), total: Count })),
        }),
      },
    },
    handler: async ({ query }) => ({ data: await topPosts(db, query.limit) }),
  })
}
