import { sql } from 'kysely'
import { hasOverdueAmount } from '#features/ledger/due-dates.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { anyIdOf, literals } from '#platform/db/expressions.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { type BookingFacts, type OwnBooking, type Span } from '@tahanan/contract/amenities/judge-booking.ts'
import { NO_RULES, type AmenityRules } from '@tahanan/contract/amenities/rules.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'

/** Statuses in which a reservation keeps its time occupied (rules 5.10). */
export const HOLDING: readonly number[] = [STATUS.approval, STATUS.approved, STATUS.ongoing, STATUS.completed]

export interface RuledAmenity {
  readonly id: number
  readonly rules: Partial<AmenityRules>
}

export const hasRules = (rules: Partial<AmenityRules>): boolean => Object.keys(rules).length > 0

export const completeRules = (rules: Partial<AmenityRules>): AmenityRules => ({ ...NO_RULES, ...rules })

interface FactsQuery {
  readonly amenity: RuledAmenity
  readonly tenantId: number
  readonly timeZone: string
  /** Period whose taken times are loaded; if undefined, none are loaded. */
  readonly taken?: Span
  readonly own: Span
  readonly exceptTicketId?: number | undefined
  readonly now?: number
}

/**
 * Loads all data that decides whether a tenant may book. The quotas are reliable only while the caller holds
 * a lock on the tenant's row.
 */
export async function findBookingFacts(db: DbOrTx, asked: FactsQuery): Promise<BookingFacts> {
  const { amenity, tenantId, timeZone, taken, own, now = Date.now() } = asked
  const rules = completeRules(amenity.rules)
  const ticketId = asked.exceptTicketId ?? 0
  return {
    amenityId: amenity.id,
    rules,
    timeZone,
    now,
    taken: taken ? await findTaken(db, { amenityId: amenity.id, ...taken, ticketId }) : [],
    own: hasTenantRules(rules) ? await findOwn(db, { tenantId, ...own, ticketId }) : [],
    isOverdue: rules.onlyPaid === 1 && (await hasOverdueAmount(db, tenantId, timeZone)),
  }
}

const hasTenantRules = ({ quotas, gapMinutes }: AmenityRules): boolean =>
  quotas.length > 0 || gapMinutes !== null

interface Within {
  readonly from: number
  readonly to: number
  readonly ticketId: number
}

export const toRange = ({ from, to }: Placeholders<Pick<Within, 'from' | 'to'>>) =>
  sql`tstzrange(to_timestamp(${from}::float8 / 1000), to_timestamp(${to}::float8 / 1000), '[)')`

/** SQL for a time in milliseconds since 1970. The cast makes the driver return a number instead of a text. */
export const toMilliseconds = (time: ReturnType<typeof sql>) =>
  sql<number>`(extract(epoch from ${time}) * 1000)::float8`

/** SQL for the end of booking `b`, without cleaning time. */
export const END_OF_BOOKING = sql<Date>`(upper(b.during) - make_interval(mins => b.cleaning_minutes))`

/**
 * SQL condition: the tenant holds the booked time `b`, by a reservation or by an offer from the waiting list.
 */
export const isHeldBy = (tenantId: unknown) =>
  sql<boolean>`coalesce((select t.tenant_id from tickets t where t.id = b.ticket_id),
    (select w.tenant_id from waiting_entries w where w.id = b.waiting_id)) = ${tenantId}`

/**
 * Finds the taken times of an amenity. They include cleaning time, because the amenity is occupied for it
 * too.
 */
const findTaken = prepareQuery((db, asked: Placeholders<Within & { amenityId: number }>) =>
  db
    .selectFrom('amenity_bookings as b')
    .select([toMilliseconds(sql`lower(b.during)`).as('from'), toMilliseconds(sql`upper(b.during)`).as('to')])
    .where('b.amenity_id', '=', asked.amenityId)
    .where(sql<boolean>`b.during && ${toRange(asked)}`)
    .where(sql<boolean>`b.ticket_id is distinct from ${asked.ticketId}`)
    .orderBy('b.during'),
)

/** Finds the taken times of an amenity without their cleaning time, and whether the tenant holds them. */
export const findTakenSlots = prepareQuery(
  (db, asked: Placeholders<{ amenityId: number; from: number; to: number; tenantId: number }>) =>
    db
      .selectFrom('amenity_bookings as b')
      .select([toMilliseconds(sql`lower(b.during)`).as('from'), toMilliseconds(END_OF_BOOKING).as('to')])
      .select(isHeldBy(asked.tenantId).as('own'))
      .where('b.amenity_id', '=', asked.amenityId)
      .where(sql<boolean>`b.during && ${toRange(asked)}`)
      .orderBy('b.during'),
)

const findOwn = prepareQuery((db, asked: Placeholders<Within & { tenantId: number }>) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('amenity_bookings as b', 'b.ticket_id', 't.id')
    .select('b.amenity_id as amenityId')
    .select([toMilliseconds(sql`lower(b.during)`).as('from'), toMilliseconds(END_OF_BOOKING).as('to')])
    .where('t.tenant_id', '=', asked.tenantId)
    .where('t.module', '=', sql.lit('reservation'))
    .where(sql<boolean>`t.status in (${literals(...HOLDING)})`)
    .where(sql<boolean>`b.during && ${toRange(asked)}`)
    .where('t.id', '<>', asked.ticketId)
    .$castTo<OwnBooking>(),
)

export interface BookingAhead extends OwnBooking {
  readonly ticketId: number
  readonly tenantId: number
  readonly ticketNumber: string
  readonly uoccname: string
}

/**
 * Lists the future bookings of an amenity by time. `own` contains the bookings of the same tenants since 31
 * days ago, also those of other amenities.
 */
export async function listBookingsAhead(
  db: DbOrTx,
  amenityId: number,
): Promise<{ bookings: BookingAhead[]; own: BookingAhead[] }> {
  const bookings = db
    .selectFrom('amenity_bookings as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .innerJoin('tenants as n', 'n.id', 't.tenant_id')
    .select(['b.amenity_id as amenityId', 't.id as ticketId', 't.tenant_id as tenantId'])
    .select(['t.ticket_number as ticketNumber', 'n.uoccname'])
    .select([toMilliseconds(sql`lower(b.during)`).as('from'), toMilliseconds(END_OF_BOOKING).as('to')])
    .orderBy('from')
  const ahead = await bookings
    .where('b.amenity_id', '=', amenityId)
    .where(sql<boolean>`b.during && tstzrange(now(), null)`)
    .execute()
  const tenantIds = [...new Set(ahead.map(({ tenantId }) => tenantId))]
  const own = await bookings
    .where('t.tenant_id', '=', anyIdOf(tenantIds))
    .where('t.module', '=', 'reservation')
    .where(sql<boolean>`b.during && tstzrange(now() - interval '31 days', null)`)
    .execute()
  return { bookings: ahead, own }
}
