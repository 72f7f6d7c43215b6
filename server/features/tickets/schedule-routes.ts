import { sql } from 'kysely'
import { Type } from 'typebox'
import { residentsAndAdminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '#platform/services.ts'
import { TakenSlot } from '@tahanan/contract/tickets/answers.ts'
import { TakenQuery, takenTimes } from './bookings.ts'

/** `GET /get-reservation-schedules`: the taken times of an amenity on a day, without saying whose they are (rules 5.12). */
export function scheduleRoutes(app: PortalApp, services: Services): void {
  app.get('/get-reservation-schedules', {
    config: {
      policy: residentsAndAdminsWith(
        ['reservations', 'view'],
        ['reservations', 'add'],
        ['reservations', 'approve'],
      ),
    },
    schema: {
      tags: ['Reservations'],
      summary: 'Taken times of an amenity',
      querystring: TakenQuery,
      response: { 200: Type.Array(TakenSlot) },
    },
    handler: async ({ actor, query }) => {
      const tenantId = actor.area === 'client' ? actor.id : null
      return takenTimes(services.db, query, services.config.communityTimeZone)
        .innerJoin('tickets as t', 't.id', 'b.ticket_id')
        .select(sql<boolean>`coalesce(t.tenant_id = ${tenantId}, false)`.as('own'))
        .execute()
    },
  })
}
