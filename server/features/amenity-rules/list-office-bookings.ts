import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildAnyOfIds, DELETED_STATUS } from '#platform/db/expressions.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import { toDaySpan } from '@tahanan/contract/amenities/judge-booking.ts'
import { listClosedSpans } from '@tahanan/contract/amenities/opening-times.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { addDays, describeDateError, isDay } from '@tahanan/contract/time.ts'
import { END_OF_BOOKING, addDefaultRules, toSqlTimeRange } from './find-booking-facts.ts'

const CalendarDay = Type.String({ maxLength: 10, description: 'YYYY-MM-DD, a day of the community' })
export const BookingsQuery = Type.Object({ from: CalendarDay, to: CalendarDay })

const MAX_DAYS = 31

/**
 * Lists the bookings and closed times of all amenities from the first to the last day, including both (rules
 * 25.10). Throws 400 for invalid days or too many of them.
 */
export async function listOfficeBookings(
  db: DbOrTx,
  query: Static<typeof BookingsQuery>,
  timeZone: string,
): Promise<Static<typeof AmenityBookings>> {
  const days = toDays(query)
  const startTime = toDaySpan(query.from, timeZone).from
  const { to } = toDaySpan(query.to, timeZone)
  const [bookings, offers] = [await listBookings(db, startTime, to), await listOffers(db, startTime, to)]
  const amenities = await listBookableAmenities(db, [...new Set(bookings.map(({ amenityId }) => amenityId))])
  return {
    amenities: amenities.map(({ id, title, status }) => ({
      id,
      title,
      isDeleted: status === RECORD_STATUS.deleted,
    })),
    bookings: bookings.map(nestTenant),
    offers: offers.map(nestTenant),
    closed: amenities
      .filter(({ status }) => status !== RECORD_STATUS.deleted)
      .flatMap(({ id, rules }) =>
        days.flatMap((date) =>
          listClosedSpans(addDefaultRules(rules), date).map((span) => ({
            amenityId: id,
            date,
            from: formatClockTime(span.from),
            to: formatClockTime(span.to),
            reason: span.reason,
          })),
        ),
      ),
  }
}

interface TenantColumns {
  readonly tenantId: number
  readonly clientCode: string
  readonly uoccname: string
  readonly unitNumber: string
}

function nestTenant<Row extends TenantColumns>({ tenantId, clientCode, uoccname, unitNumber, ...row }: Row) {
  return { ...row, tenant: { id: tenantId, clientCode, uoccname, unitNumber } }
}

function toDays({ from, to }: Static<typeof BookingsQuery>): string[] {
  for (const [key, day] of Object.entries({ from, to }))
    if (!isDay(day)) throw createInvalidInputError({ [key]: [describeDateError(day)] })
  if (to < from) throw createInvalidInputError({ to: ['The last day is before the first.'] })
  if (to >= addDays(from, MAX_DAYS))
    throw createInvalidInputError({ to: [`Please choose ${MAX_DAYS} days at most.`] })
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

const formatClockTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((timePart) => String(timePart).padStart(2, '0')).join(':')

const selectBookedTimes = (db: DbOrTx, from: number, to: number) =>
  db
    .selectFrom('amenity_bookings as b')
    .select('b.amenity_id as amenityId')
    .select([sql<Date>`lower(b.during)`.as('startTime'), END_OF_BOOKING.as('endTime')])
    .where(sql<boolean>`b.during && ${toSqlTimeRange({ from: sql`${from}`, to: sql`${to}` })}`)
    .orderBy('startTime')

const TENANT_COLUMNS = [
  'n.id as tenantId',
  'n.client_code as clientCode',
  'n.uoccname',
  'n.unit_number as unitNumber',
] as const

const listBookings = (db: DbOrTx, from: number, to: number) =>
  selectBookedTimes(db, from, to)
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .innerJoin('tenants as n', 'n.id', 't.tenant_id')
    .select(['t.id as ticketId', 't.ticket_number as ticketNumber', 't.status'])
    .select(TENANT_COLUMNS)
    .select(sql<Date>`upper(b.during)`.as('cleaningEnd'))
    .orderBy('ticketId')
    .execute()

const listOffers = (db: DbOrTx, from: number, to: number) =>
  selectBookedTimes(db, from, to)
    .innerJoin('waiting_entries as w', 'w.id', 'b.waiting_id')
    .innerJoin('tenants as n', 'n.id', 'w.tenant_id')
    .select(['w.id', sql<Date>`w.offered_until`.as('until')])
    .select(TENANT_COLUMNS)
    .execute()

const listBookableAmenities = (db: DbOrTx, bookedAmenityIds: readonly number[]) =>
  db
    .selectFrom('amenities')
    .select(['id', 'title', 'status', 'rules'])
    .where((eb) =>
      eb.or([eb('status', '<>', DELETED_STATUS), eb('id', '=', buildAnyOfIds(bookedAmenityIds))]),
    )
    .orderBy('title')
    .orderBy('id')
    .execute()
