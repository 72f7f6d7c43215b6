import { Type } from 'typebox'
import type { ResidentActor } from '#platform/actor.ts'
import { residentsAndAdminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import { changeAndRead, type Services } from '#platform/services.ts'
import { IdParams, LastSeen } from '@tahanan/contract/requests.ts'
import { TakenSlot, ticketAnswer } from '@tahanan/contract/tickets/answers.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { presentTicket } from './present.ts'
import { requireAuditedTicket } from './require-audited-ticket.ts'
import { TakenQuery, takenSlots } from './reservations/bookings.ts'
import { cancelReservation } from './reservations/cancel-reservation.ts'
import { waitingRoutes } from './reservations/waiting-routes.ts'

const reservation = moduleNamed('reservation')

/**
 * Registers the calls that only reservations have: an amenity's booked times on a day, no owners (rules 5.12), the
 * cancellation by the resident (rules 25.7) and the waiting list.
 */
export function scheduleRoutes(app: PortalApp, services: Services): void {
  waitingRoutes(app, services)

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

  app.put('/reservation/cancelled/:id', {
    config: { policy: { areas: ['client'] } },
    schema: {
      tags: ['Reservations'],
      summary: 'Cancel an own approved reservation',
      params: IdParams,
      body: Type.Object({ updated_at: LastSeen }),
      response: { 200: ticketAnswer(reservation) },
    },
    handler: (request) => {
      const { actor, body, params } = request
      const timeZone = services.config.communityTimeZone
      const seen = parseLastSeen(body, timeZone)
      return changeAndRead(
        services,
        (tx) => cancelReservation(tx, actor as ResidentActor, params.id, { seen, timeZone }),
        async (tx) =>
          presentTicket(
            services.files,
            actor,
            await requireAuditedTicket(tx, request, reservation, params.id),
          ),
      )
    },
  })
}
