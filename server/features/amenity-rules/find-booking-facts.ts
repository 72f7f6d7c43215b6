import { sql } from 'kysely'
import { hasOverdueAmount } from '#features/ledger/due-dates.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildAnyOfIds, joinSqlLiterals } from '#platform/db/expressions.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import {
  type BookingFacts,
  type OwnBooking,
  type TimeSpan,
} from '@tahanan/contract/amenities/judge-booking.ts'
import { NO_RULES, type AmenityRules } from '@tahanan/contract/amenities/rules.ts'
import { BLOCKING_STATUSES } from '@tahanan/contract/statuses.ts'

export interface AmenityWithRules {
  readonly id: number
  readonly rules: Partial<AmenityRules>
}

export const hasRules = (rules: Partial<AmenityRules>): boolean => Object.keys(rules).length > 0

export const addDefaultRules = (rules: Partial<AmenityRules>): AmenityRules => ({ ...NO_RULES, ...rules })

interface BookingFactsQuery {
  readonly amenity: AmenityWithRules
  readonly tenantId: number
  readonly timeZone: string
  readonly takenRange?: TimeSpan
  /**
   * Time from which the tenant's own bookings are loaded. There is no end, because a limit of bookings open at
   * once counts each later one.
   */
  readonly ownFrom: number
  readonly exceptTicketId?: number | undefined
  readonly now?: number
}

/**
 * Loads all data that decides whether a tenant may book. If the caller does not lock the tenant's row,
 * another booking may use up a quota in the meantime.
 */
export async function findBookingFacts(db: DbOrTx, query: BookingFactsQuery): Promise<BookingFacts> {
  const { amenity, tenantId, timeZone, takenRange, ownFrom, now = Date.now() } = query
  const rules = addDefaultRules(amenity.rules)
  const ticketId = query.exceptTicketId ?? 0
  return {
    amenityId: amenity.id,
    rules,
    timeZone,
    now,
    occupiedSpans: takenRange
      ? await listTakenTimes(db, { amenityId: amenity.id, ...takenRange, ticketId })
      : [],
    own: hasTenantRules(rules) ? await listOwnBookings(db, { tenantId, from: ownFrom, ticketId }) : [],
    isOverdue: rules.onlyPaid === 1 && (await hasOverdueAmount(db, tenantId, timeZone)),
  }
}

const hasTenantRules = ({ quotas, gapMinutes }: AmenityRules): boolean =>
  quotas.length > 0 || gapMinutes !== null

interface BookingTimeFilter {
  readonly from: number
  readonly to: number
  readonly ticketId: number
}

interface OwnBookingFilter extends Pick<BookingTimeFilter, 'from' | 'ticketId'> {
  readonly tenantId: number
}

export const toSqlTimeRange = ({ from, to }: Placeholders<Pick<BookingTimeFilter, 'from' | 'to'>>) =>
  sql`tstzrange(to_timestamp(${from}::float8 / 1000), to_timestamp(${to}::float8 / 1000), '[)')`

/** SQL for a time in milliseconds since 1970. The cast makes the driver return a number instead of a text. */
export const toSqlMilliseconds = (time: ReturnType<typeof sql>) =>
  sql<number>`(extract(epoch from ${time}) * 1000)::float8`

/** SQL for the end of booking `b`. `during` also contains the cleaning time, which is subtracted. */
export const END_OF_BOOKING = sql<Date>`(upper(b.during) - make_interval(mins => b.cleaning_minutes))`

export const isTimeHeldByTenant = (tenantId: unknown) =>
  sql<boolean>`coalesce((select t.tenant_id from tickets t where t.id = b.ticket_id),
    (select w.tenant_id from waiting_entries w where w.id = b.waiting_id)) = ${tenantId}`

const listTakenTimes = prepareQuery((db, filter: Placeholders<BookingTimeFilter & { amenityId: number }>) =>
  db
    .selectFrom('amenity_bookings as b')
    .select([
      toSqlMilliseconds(sql`lower(b.during)`).as('from'),
      toSqlMilliseconds(sql`upper(b.during)`).as('to'),
    ])
    .where('b.amenity_id', '=', filter.amenityId)
    .where(sql<boolean>`b.during && ${toSqlTimeRange(filter)}`)
    .where(sql<boolean>`b.ticket_id is distinct from ${filter.ticketId}`)
    .orderBy('b.during'),
)

export const listTakenTimesForTenant = prepareQuery(
  (db, filter: Placeholders<{ amenityId: number; from: number; to: number; tenantId: number }>) =>
    db
      .selectFrom('amenity_bookings as b')
      .select([
        toSqlMilliseconds(sql`lower(b.during)`).as('from'),
        toSqlMilliseconds(END_OF_BOOKING).as('to'),
      ])
      .select(isTimeHeldByTenant(filter.tenantId).as('own'))
      .where('b.amenity_id', '=', filter.amenityId)
      .where(sql<boolean>`b.during && ${toSqlTimeRange(filter)}`)
      .orderBy('b.during'),
)

const listOwnBookings = prepareQuery((db, filter: Placeholders<OwnBookingFilter>) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('amenity_bookings as b', 'b.ticket_id', 't.id')
    .select('b.amenity_id as amenityId')
    .select([toSqlMilliseconds(sql`lower(b.during)`).as('from'), toSqlMilliseconds(END_OF_BOOKING).as('to')])
    .where('t.tenant_id', '=', filter.tenantId)
    .where('t.module', '=', sql.lit('reservation'))
    .where(sql<boolean>`t.status in (${joinSqlLiterals(...BLOCKING_STATUSES)})`)
    .where(sql<boolean>`b.during && tstzrange(to_timestamp(${filter.from}::float8 / 1000), null)`)
    .where('t.id', '<>', filter.ticketId)
    .$castTo<OwnBooking>(),
)

export interface FutureBooking extends OwnBooking {
  readonly ticketId: number
  readonly tenantId: number
  readonly ticketNumber: string
  readonly uoccname: string
}

/**
 * Lists the future bookings of an amenity. `own` contains all bookings of the same tenants since 31 days ago,
 * also of other amenities.
 */
export async function listFutureBookings(
  db: DbOrTx,
  amenityId: number,
): Promise<{ bookings: FutureBooking[]; own: FutureBooking[] }> {
  const futureBookingsQuery = db
    .selectFrom('amenity_bookings as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .innerJoin('tenants as n', 'n.id', 't.tenant_id')
    .select(['b.amenity_id as amenityId', 't.id as ticketId', 't.tenant_id as tenantId'])
    .select(['t.ticket_number as ticketNumber', 'n.uoccname'])
    .select([toSqlMilliseconds(sql`lower(b.during)`).as('from'), toSqlMilliseconds(END_OF_BOOKING).as('to')])
    .orderBy('from')
  const futureBookings = await futureBookingsQuery
    .where('b.amenity_id', '=', amenityId)
    .where(sql<boolean>`b.during && tstzrange(now(), null)`)
    .execute()
  const tenantIds = [...new Set(futureBookings.map(({ tenantId }) => tenantId))]
  const ownBookings = await futureBookingsQuery
    .where('t.tenant_id', '=', buildAnyOfIds(tenantIds))
    .where('t.module', '=', 'reservation')
    .where(sql<boolean>`b.during && tstzrange(now() - interval '31 days', null)`)
    .execute()
  return { bookings: futureBookings, own: ownBookings }
}
