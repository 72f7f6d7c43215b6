import { TakenSlot } from '@tahanan/contract/tickets/answers.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import { Type } from 'typebox'
import { invalidInput } from '../../platform/errors.ts'
import type { PortalApp } from '../../platform/http/portal-app.ts'
import type { Services } from '../../platform/services.ts'
import { takenSlots } from './bookings.ts'

const DAY = 86_400_000
/** Without a day: what is taken from now on, this far ahead. */
const AHEAD_DAYS = 92

/** `GET /get-reservation-schedules`: the taken times of an amenity on a day, without saying whose they are (rules 5.12). */
export function scheduleRoutes(app: PortalApp, services: Services): void {
  app.get('/get-reservation-schedules', {
    config: {
      policy: {
        areas: ['client', 'admin'],
        permission: [
          ['reservations', 'view'],
          ['reservations', 'add'],
          ['reservations', 'approve'],
        ],
      },
    },
    schema: {
      tags: ['Reservations'],
      summary: 'Taken times of an amenity',
      querystring: Type.Object({
        amenityId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
        date: Type.Optional(
          Type.String({ maxLength: 10, description: 'YYYY-MM-DD, a day of community time' }),
        ),
      }),
      response: { 200: Type.Array(TakenSlot) },
    },
    handler: async (request) => {
      const actor = request.actor
      const { amenityId, date } = request.query
      const day = date ? parseTime(date, services.config.communityTimeZone) : null
      if (date && !day) throw invalidInput({ date: ['This is not a date.'] })
      const from = day ?? new Date()
      const to = new Date(from.getTime() + (day ? 1 : AHEAD_DAYS) * DAY)
      return takenSlots(services.db, {
        amenityId: amenityId ?? null,
        from,
        to,
        tenantId: actor.area === 'client' ? actor.id : null,
      })
    },
  })
}
