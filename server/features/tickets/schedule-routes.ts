import { Type } from 'typebox'
import { findCommunityName } from '#features/settings/website-settings.ts'
import type { ResidentActor } from '#platform/actor.ts'
import { createDownloadLink } from '#platform/http/create-download-link.ts'
import { allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { formatContentDisposition } from '#platform/http/send-pdf.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import { runInTransactionAndRead, type PlatformContext } from '#platform/platform-context.ts'
import { DownloadLink } from '@tahanan/contract/answers.ts'
import { IdParams, LastSeenVersion } from '@tahanan/contract/requests.ts'
import { TakenSlot, toTicketSchema } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { presentTicket } from './present.ts'
import { requireAuditedTicket } from './require-audited-ticket.ts'
import { TakenTimesQuery, listTakenSlots } from './reservations/bookings.ts'
import { cancelReservation } from './reservations/cancel-reservation.ts'
import { toCalendarFile } from './reservations/to-calendar-file.ts'
import { waitingRoutes } from './reservations/waiting-routes.ts'

const reservation = getModule('reservation')

/**
 * Registers the API routes that only reservations have: the booked times of an amenity on a day, without
 * names (rules 5.12), cancelling by the resident (rules 25.7), the calendar file (rules 25.16) and the
 * waiting list.
 */
export function scheduleRoutes(app: PortalApp, services: PlatformContext): void {
  waitingRoutes(app, services)

  app.get('/get-reservation-schedules', {
    config: {
      policy: allowResidentsAndAdmins(
        ['reservations', 'view'],
        ['reservations', 'add'],
        ['reservations', 'approve'],
      ),
    },
    schema: {
      tags: ['Reservations'],
      summary: 'Taken times of an amenity',
      querystring: TakenTimesQuery,
      response: { 200: Type.Array(TakenSlot) },
    },
    handler: ({ actor, query }) =>
      listTakenSlots(services.db, actor, query, services.config.communityTimeZone),
  })

  app.put('/reservation/cancelled/:id', {
    config: { policy: { areas: ['client'] } },
    schema: {
      tags: ['Reservations'],
      summary: 'Cancel an own approved reservation',
      params: IdParams,
      body: Type.Object({ updated_at: LastSeenVersion }),
      response: { 200: toTicketSchema(reservation) },
    },
    handler: (request) => {
      const { actor, body, params } = request
      const timeZone = services.config.communityTimeZone
      const lastSeen = parseLastSeen(body, timeZone)
      return runInTransactionAndRead(
        services,
        (tx) => cancelReservation(tx, actor as ResidentActor, params.id, { seen: lastSeen, timeZone }),
        async (tx) =>
          presentTicket(
            services.files,
            actor,
            await requireAuditedTicket(tx, request, reservation, params.id),
          ),
      )
    },
  })

  registerCalendarRoutes(app, services)
}

function registerCalendarRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services
  const policy = allowResidentsAndAdmins(['reservations', 'view'])
  const tags = ['Reservations']

  app.post('/reservation/:id/calendar-link', {
    config: { policy },
    schema: {
      tags,
      summary: 'A link that opens a reservation in a calendar',
      params: IdParams,
      response: { 200: DownloadLink },
    },
    handler: async (request) => {
      const { id } = await requireAuditedTicket(db, request, reservation, request.params.id)
      return { url: await createDownloadLink(db, request.found, `/api/reservation/${id}/calendar`) }
    },
  })

  app.get('/reservation/:id/calendar', {
    config: { policy, allowsDownloadLink: true },
    schema: {
      tags,
      summary: 'A reservation as a file for calendars',
      params: IdParams,
      response: {
        200: { description: 'The file', content: { 'text/calendar': { schema: Type.String() } } },
      },
    },
    handler: async (request, reply) => {
      const row = await requireAuditedTicket(db, request, reservation, request.params.id)
      // The file is sent as `inline` and not as a download, because phones then offer to add the event to the
      // calendar.
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', formatContentDisposition('inline', `${row.ticket_number}.ics`))
        .send(toCalendarFile(row, await findCommunityName(db)))
    },
  })
}
