import { Type } from 'typebox'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { requireFound } from '#platform/errors.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import {
  AmenityBookings,
  AmenityDays,
  AmenityRulesWithVersion,
  AmenityTimes,
} from '@tahanan/contract/amenities/answers.ts'
import type { Closure } from '@tahanan/contract/amenities/opening-times.ts'
import { amenityRulesForm, closureForm, type AmenityRules } from '@tahanan/contract/amenities/rules.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { addDefaultRules } from './find-booking-facts.ts'
import { BookingsQuery, listOfficeBookings } from './list-office-bookings.ts'
import { DaysQuery, loadAmenityDays, loadAmenityTimes, TimesQuery } from './load-amenity-days.ts'
import { addClosure, updateAmenityRules } from './update-amenity-rules.ts'

const tags = ['Amenities']

const EVERY_DAY: Pick<Closure, 'weekday'> = { weekday: null }

const ConfirmedBookings = Type.Optional(
  Type.Boolean({ description: 'The second press, after 409 `bookingsAgainstRules`' }),
)

export function amenityRuleRoutes(app: PortalApp, services: PlatformContext): void {
  const timeZone = services.config.communityTimeZone

  app.get('/amenity-rules/:id', {
    config: { policy: allowAdmins(['amenities', 'view']) },
    schema: {
      tags,
      summary: 'Booking rules of an amenity',
      params: IdParams,
      response: { 200: AmenityRulesWithVersion },
    },
    handler: ({ params }) => findRules(services.db, params.id),
  })

  app.put('/amenity-rules/:id', {
    config: {
      policy: allowAdmins(['amenities', 'edit']),
      documentedBody: Type.Object({
        ...toFormSchema(amenityRulesForm, 'update').properties,
        confirmedBookings: ConfirmedBookings,
      }),
    },
    schema: {
      tags,
      summary: 'Change the booking rules of an amenity',
      params: IdParams,
      body: AnyBody,
      response: { 200: AmenityRulesWithVersion },
    },
    handler: async ({ params: { id }, body }) => {
      const { db } = services
      const { updated_at: _, ...stored } = await findRules(db, id)
      const { values, updatedAt: expectedUpdatedAt } = parseFormBody(amenityRulesForm, body, {
        action: 'update',
        timeZone,
        storedValues: stored,
      })
      const rules = { ...stored, ...values } as AmenityRules
      const isConfirmed = body.confirmedBookings === true
      await runInTransaction(services, (tx) =>
        updateAmenityRules(tx, id, rules, { timeZone, seen: expectedUpdatedAt, confirmed: isConfirmed }),
      )
      return findRules(db, id)
    },
  })

  app.put('/amenity-closure/:id', {
    config: {
      policy: allowAdmins(['amenities', 'edit']),
      documentedBody: Type.Object({
        ...toFormSchema(closureForm, 'create').properties,
        confirmedBookings: ConfirmedBookings,
      }),
    },
    schema: {
      tags,
      summary: 'Close an amenity on a day, or for hours of it',
      params: IdParams,
      body: AnyBody,
      response: { 200: AmenityRulesWithVersion },
    },
    handler: async ({ params: { id }, body }) => {
      const { values } = parseFormBody(closureForm, body, { action: 'create', timeZone })
      const closure = { ...EVERY_DAY, ...values } as Closure
      const isConfirmed = body.confirmedBookings === true
      await runInTransaction(services, (tx) =>
        addClosure(tx, id, closure, { timeZone, confirmed: isConfirmed }),
      )
      return findRules(services.db, id)
    },
  })

  registerCalendarRoutes(app, services)
}

/**
 * Registers the routes of the calendars. Residents see no names of tenants in the calendar of an amenity
 * (rules 25.6); the office sees them in its calendar of all amenities (rules 25.10).
 */
function registerCalendarRoutes(app: PortalApp, { db, config }: PlatformContext): void {
  const policy = allowResidentsAndAdmins(
    ['reservations', 'view'],
    ['reservations', 'add'],
    ['reservations', 'approve'],
  )
  const timeZone = config.communityTimeZone

  app.get('/amenity-days', {
    config: { policy },
    schema: {
      tags,
      summary: 'Days of a month on which an amenity can be booked',
      querystring: DaysQuery,
      response: { 200: AmenityDays },
    },
    handler: ({ actor, query }) => loadAmenityDays(db, actor, query, timeZone),
  })

  app.get('/amenity-times', {
    config: { policy },
    schema: {
      tags,
      summary: 'Times of a day at which an amenity can be booked',
      querystring: TimesQuery,
      response: { 200: AmenityTimes },
    },
    handler: ({ actor, query }) => loadAmenityTimes(db, actor, query, timeZone),
  })

  app.get('/amenity-bookings', {
    config: { policy: allowAdmins(['reservations', 'view']) },
    schema: {
      tags,
      summary: 'Bookings and closed times of all amenities on some days',
      querystring: BookingsQuery,
      response: { 200: AmenityBookings },
    },
    handler: ({ query }) => listOfficeBookings(db, query, timeZone),
  })
}

async function findRules(db: DbOrTx, id: number) {
  const { rules, updated_at } = requireFound(
    await db
      .selectFrom('amenities')
      .select(['rules', 'updated_at'])
      .where('id', '=', id)
      .where('status', '<>', DELETED_STATUS)
      .executeTakeFirst(),
  )
  return { ...addDefaultRules(rules), updated_at }
}
