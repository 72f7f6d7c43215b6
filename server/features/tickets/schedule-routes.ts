import { Type } from 'typebox'
import { residentsAndAdminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '#platform/services.ts'
import { TakenSlot } from '@tahanan/contract/tickets/answers.ts'
import { TakenQuery, takenSlots } from './bookings.ts'

/** Registers `GET /get-reservation-schedules`: an amenity's booked times on a day, no owners (rules 5.12). */
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
    handler: ({ actor, query }) => takenSlots(services.db, actor, query, services.config.communityTimeZone),
  })
}
