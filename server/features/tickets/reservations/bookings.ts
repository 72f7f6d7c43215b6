import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import {
  END_OF_BOOKING,
  addDefaultRules,
  isTimeHeldByTenant,
  type AmenityWithRules,
} from '#features/amenity-rules/find-booking-facts.ts'
import { requireBookingFollowsRules } from '#features/amenity-rules/require-booking-follows-rules.ts'
import { IS_UNPAID, LEFT_TO_PAY } from '#features/payments/reservation-balance.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { PortalError, createInvalidInputError } from '#platform/errors.ts'
import { getPrice, type TimeSpan } from '@tahanan/contract/amenities/judge-booking.ts'
import { Id } from '@tahanan/contract/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { BLOCKING_STATUSES } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { describeDateError, parseTime } from '@tahanan/contract/time.ts'

interface BookingState {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
}

export const isHoldingStatus = (status: number): boolean => BLOCKING_STATUSES.includes(status)

export function isBookingChanged(stateBefore: BookingState, stateAfter: BookingState): boolean {
  return (
    isHoldingStatus(stateBefore.status) !== isHoldingStatus(stateAfter.status) ||
    isTimeChanged(stateBefore.details, stateAfter.details)
  )
}

const isTimeChanged = (
  detailsBefore: BookingState['details'],
  detailsAfter: BookingState['details'],
): boolean =>
  (['amenityId', 'startTime', 'endTime'] as const).some((key) => detailsBefore[key] !== detailsAfter[key])

export const getBookedSpan = (details: BookingState['details']): TimeSpan => ({
  from: Date.parse(String(details.startTime)),
  to: Date.parse(String(details.endTime)),
})

/**
 * Locks the amenity of a ticket and returns it. Simultaneous bookings wait for this lock; otherwise they
 * could deadlock on the exclusion constraint. Returns null for modules without bookings. Throws 400 for an
 * unknown amenity; with `mayBeGone` returns null instead.
 */
export async function lockAmenity(
  tx: Tx,
  module: TicketModule,
  details: BookingState['details'],
  { mayBeGone = false } = {},
): Promise<BookedAmenity | null> {
  if (module.heldResource !== 'amenity') return null
  const amenity = await tx
    .selectFrom('amenities')
    .select(['id', 'title', 'rules'])
    .where('id', '=', sql<number>`${details.amenityId}`)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!amenity && !mayBeGone) throw createInvalidInputError({ amenityId: ['Please choose amenity!'] })
  return amenity ?? null
}

interface BookedAmenity extends AmenityWithRules {
  readonly title: string
}

interface BookingChange {
  readonly tenantId: number
  readonly stateBefore?: BookingState & { readonly id: number; readonly tenantId: number }
  readonly stateAfter: BookingState
  readonly timeZone: string
  readonly isConfirmed: boolean
}

/**
 * Checks a new, changed or approved booking by the rules of its amenity, which must be locked (rules 25.3).
 * Throws `againstRules`. If the office overrides a rule, returns the text of that rule, otherwise null.
 */
export async function requireBookingAllowed(
  tx: Tx,
  amenity: AmenityWithRules | null,
  { tenantId, stateBefore, stateAfter, timeZone, isConfirmed }: BookingChange,
): Promise<string | null> {
  if (!amenity || !isHoldingStatus(stateAfter.status)) return null
  const isFiled = !stateBefore || isTimeChanged(stateBefore.details, stateAfter.details)
  const requestedSpan = getBookedSpan(stateAfter.details)
  const bookingToCheck = {
    amenity,
    tenantId,
    requestedSpan,
    timeZone,
    isFiled,
    confirmed: isConfirmed,
    exceptTicketId: stateBefore?.id,
  }
  if (
    stateBefore &&
    !isFiled &&
    tenantId === stateBefore.tenantId &&
    (await wasOverridden(tx, stateBefore.id))
  )
    return null
  return requireBookingFollowsRules(tx, bookingToCheck)
}

async function wasOverridden(tx: Tx, ticketId: number): Promise<boolean> {
  const lastBookingEvent = await tx
    .selectFrom('ticket_events')
    .select('overridden')
    .where('ticket_id', '=', ticketId)
    .where((eb) =>
      eb.or([
        eb('overridden', 'is not', null),
        sql<boolean>`fields && '{amenityId,startTime,endTime,tenantId}'`,
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastBookingEvent !== undefined && lastBookingEvent.overridden !== null
}

/**
 * Updates a ticket's booking to its new status and times. If the ticket reserves a time, the caller must have
 * locked the amenity. Throws 409 if another booking has the time (rules 5.10).
 */
export async function updateBooking(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { status, details }: BookingState,
  amenity: AmenityWithRules | null,
): Promise<void> {
  if (module.heldResource !== 'amenity') return
  if (!isHoldingStatus(status)) {
    await tx.deleteFrom('amenity_bookings').where('ticket_id', '=', ticketId).execute()
    return
  }
  const { from, to } = getBookedSpan(details)
  const cleaningMinutes = amenity?.rules.cleaningMinutes ?? 0
  const [start, end] = [new Date(from), new Date(to + cleaningMinutes * 60_000)]
  const bookingColumns = {
    amenity_id: sql<number>`${amenity?.id}`,
    cleaning_minutes: cleaningMinutes,
    during: sql<string>`tstzrange(${start}, ${end}, '[)')`,
  }
  try {
    await tx
      .insertInto('amenity_bookings')
      .values({ ticket_id: ticketId, ...bookingColumns })
      .onConflict((conflict) => conflict.column('ticket_id').doUpdateSet(bookingColumns))
      .execute()
  } catch (error) {
    const code = (error as { code?: string }).code
    // 23P01: the exclusion constraint refused the time. 40P01: two bookings waited for each other, and
    // PostgreSQL aborted this one to resolve the deadlock.
    if (code === '23P01' || code === '40P01') throw new PortalError('alreadyReserved')
    throw error
  }
}

/** Open amount of an approved booking in pesos, and the end of its payment period. */
export interface PaymentDue {
  readonly left: number
  readonly until: Date
}

/**
 * Starts the payment period of an approved booking. A rule of the amenity sets its length (rules 25.12).
 * Called at the approval, and again when the office changes the time or amount. Returns the open amount; null
 * if the portal will not cancel the booking: there is no payment period, nothing to pay or a payment that
 * counts, or the booking begins before the period ends.
 */
export async function startPaymentPeriod(tx: Tx, ticketId: number): Promise<PaymentDue | null> {
  const hours = sql`(a.rules ->> 'payHours')::integer`
  const { rows } = await sql<{ left: number; until: Date; isDue: boolean | null }>`
    update amenity_bookings b set pay_until = clock_timestamp() + make_interval(hours => ${hours})
    from amenities a, tickets t where b.ticket_id = ${ticketId} and t.id = ${ticketId} and a.id = b.amenity_id
    returning b.pay_until as until, ${LEFT_TO_PAY} as left,
      ${IS_UNPAID} and b.pay_until < lower(b.during) as "isDue"`.execute(tx)
  const [period] = rows
  return period?.isDue ? { left: period.left, until: period.until } : null
}

/** Flag in the `fields` of a filing event: the office entered no amount, so the portal sets it. */
export const PRICE_MARK = 'price'

export const hasAmount = ({ estimatedAmount }: Details): boolean => Number(estimatedAmount ?? 0) !== 0

/**
 * Sets the estimated amount of a booking to the price of its amenity, unless the body contains an amount
 * (rules 25.9).
 */
export function addPrice(amenity: AmenityWithRules | null, details: Details, timeZone: string): Details {
  if (!amenity || hasAmount(details)) return details
  const price = getPrice(addDefaultRules(amenity.rules), getBookedSpan(details), timeZone)
  return price === null ? details : { ...details, estimatedAmount: price }
}

/**
 * Returns whether the office filed a booking with an amount or changed its amount. Reads the history, because
 * the price of the amenity may have changed since. Without `PRICE_MARK` in the filing event, the office is
 * assumed to have entered the amount: this applies to office payments at ₱0 (rules 8.25) and to events older
 * than the flag.
 */
export async function isAmountSetByOffice(tx: Tx, ticketId: number): Promise<boolean> {
  const officeEvent = await tx
    .selectFrom('ticket_events')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('actor_area', '=', 'admin')
    .where((eb) =>
      eb.or([
        sql<boolean>`from_status is null and not fields && ${[PRICE_MARK]}`,
        sql<boolean>`fields && '{estimatedAmount}'`,
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return officeEvent !== undefined
}

interface PriceChange {
  readonly timeZone: string
  readonly isSetByOffice: boolean
  readonly isOtherAmenity: boolean
}

/**
 * Returns the new estimated amount if a resident changes the time or amenity of a booking. Returns {} if the
 * amount stays: in the same amenity if the office has set one that differs from the price, or if there is no
 * price; in another amenity if the office has set any. Otherwise another amenity without a price sets 0.
 */
export function getNewPrice(
  amenity: AmenityWithRules | null,
  detailsBefore: Readonly<Details>,
  details: Details,
  { timeZone, isSetByOffice, isOtherAmenity }: PriceChange,
): Details {
  if (!amenity) return {}
  const rules = addDefaultRules(amenity.rules)
  if (isOtherAmenity)
    return isSetByOffice ? {} : { estimatedAmount: getPrice(rules, getBookedSpan(details), timeZone) ?? 0 }
  const isOwnAmount =
    !isSetByOffice ||
    Number(detailsBefore.estimatedAmount ?? 0) ===
      (getPrice(rules, getBookedSpan(detailsBefore), timeZone) ?? 0)
  const price = isOwnAmount ? getPrice(rules, getBookedSpan(details), timeZone) : null
  return price === null ? {} : { estimatedAmount: price }
}

export const TakenTimesQuery = Type.Object({
  amenityId: Type.Optional(Id),
  date: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, a day of community time' })),
})

const DAY_MS = 86_400_000
const MAX_DAYS_AHEAD = 92

export async function listTakenSlots(
  db: DbOrTx,
  actor: Actor,
  query: Static<typeof TakenTimesQuery>,
  timeZone: string,
) {
  const tenantId = actor.area === 'client' ? actor.id : null
  return selectTakenTimes(db, query, timeZone)
    .select(sql<boolean>`coalesce(${isTimeHeldByTenant(tenantId)}, false)`.as('own'))
    .execute()
}

/**
 * Selects the booked times `b` of one amenity or of all amenities. The times are those on the given day
 * (local time), or from now on if no day is given. Throws 400 for an invalid day.
 */
export function selectTakenTimes(
  db: DbOrTx,
  { amenityId, date }: Static<typeof TakenTimesQuery>,
  timeZone: string,
) {
  const day = date ? parseTime(date, timeZone) : null
  if (date && !day) throw createInvalidInputError({ date: [describeDateError(date)] })
  const from = day ?? new Date()
  const to = new Date(from.getTime() + (day ? 1 : MAX_DAYS_AHEAD) * DAY_MS)
  return db
    .selectFrom('amenity_bookings as b')
    .select('b.amenity_id as amenityId')
    .select([sql<Date>`lower(b.during)`.as('startTime'), END_OF_BOOKING.as('endTime')])
    .where(sql<boolean>`b.during && tstzrange(${from}, ${to}, '[)')`)
    .$if(amenityId !== undefined, (query) => query.where('b.amenity_id', '=', amenityId ?? 0))
    .orderBy('b.amenity_id')
    .orderBy('startTime')
    .limit(1000)
}
