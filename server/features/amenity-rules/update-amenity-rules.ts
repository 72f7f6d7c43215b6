import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { findRefusal, type TimeSpan } from '@tahanan/contract/amenities/judge-booking.ts'
import { isClosureOver, type Closure } from '@tahanan/contract/amenities/opening-times.ts'
import { NO_RULES, type AmenityRules } from '@tahanan/contract/amenities/rules.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { addDefaultRules, listFutureBookings, type FutureBooking } from './find-booking-facts.ts'
import { formatBookingTime } from './require-booking-follows-rules.ts'

interface RulesChange {
  readonly timeZone: string
  readonly seen?: Date | undefined
  readonly confirmed: boolean
}

/**
 * Changes the booking rules of an amenity. Existing bookings stay unchanged (rules 25.1). Throws 404, and 409
 * `conflict` if somebody else changed the rules. Throws 409 `bookingsAgainstRules` if existing bookings break
 * the new rules, unless `confirmed` is set.
 */
export async function updateAmenityRules(
  tx: Tx,
  id: number,
  rules: AmenityRules,
  { timeZone, seen, confirmed }: RulesChange,
): Promise<void> {
  requireNotOutdated(seen, (await lockAmenityRow(tx, id)).updated_at)
  await saveRules(tx, id, rules, { timeZone, confirmed })
}

/**
 * Adds a period in which an amenity is closed. Does nothing if an equal one exists. Throws the same errors as
 * `updateAmenityRules`.
 */
export async function addClosure(
  tx: Tx,
  id: number,
  closure: Closure,
  change: Omit<RulesChange, 'seen'>,
): Promise<void> {
  const rules = addDefaultRules((await lockAmenityRow(tx, id)).rules)
  if (rules.closures.some((existingClosure) => isDeepStrictEqual({ ...existingClosure }, { ...closure })))
    return
  await saveRules(tx, id, { ...rules, closures: [...rules.closures, closure] }, change)
}

const lockAmenityRow = async (tx: Tx, id: number) =>
  requireFound(
    await tx
      .selectFrom('amenities')
      .select(['rules', 'updated_at'])
      .where('id', '=', id)
      .where('status', '<>', DELETED_STATUS)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )

async function saveRules(
  tx: Tx,
  id: number,
  rules: AmenityRules,
  { timeZone, confirmed }: Omit<RulesChange, 'seen'>,
): Promise<void> {
  const today = formatDay(new Date(), timeZone)
  const rulesToSave = {
    ...rules,
    closures: rules.closures.filter((closure) => !isClosureOver(closure, today)),
  }
  if (!confirmed) await requireNoViolations(tx, id, rulesToSave, timeZone)
  await tx
    .updateTable('amenities')
    .set({ rules: JSON.stringify(omitDefaultRules(rulesToSave)), updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
  await publishEvent(tx, 'record', { kind: 'amenity', id })
}

/**
 * Returns only the rules that differ from `NO_RULES`. An amenity with no rules left is stored with `{}`, so
 * that its bookings skip all checks.
 */
const omitDefaultRules = (rules: AmenityRules): Partial<AmenityRules> =>
  Object.fromEntries(
    Object.entries(rules).filter(
      ([key, value]) => !isDeepStrictEqual(value, NO_RULES[key as keyof AmenityRules]),
    ),
  )

const MAX_LISTED_BOOKINGS = 5

/**
 * Throws if a future booking breaks the new rules. Ignores rules about when a booking may be made, because
 * these bookings were made earlier.
 */
async function requireNoViolations(tx: Tx, id: number, rules: AmenityRules, timeZone: string): Promise<void> {
  const futureBookings = await listFutureBookings(tx, id)
  const violations = futureBookings.bookings.flatMap((booking) => {
    const ownBookings = futureBookings.own.filter(
      ({ tenantId, ticketId }) => tenantId === booking.tenantId && ticketId !== booking.ticketId,
    )
    const bookingFacts = {
      amenityId: id,
      rules,
      timeZone,
      now: Date.now(),
      occupiedSpans: [],
      own: ownBookings,
      isOverdue: false,
    }
    const refusal = findRefusal(bookingFacts, booking, { isFiled: false })
    return refusal ? [{ booking, words: refusal.message }] : []
  })
  if (violations.length === 0) return
  const lines = violations
    .slice(0, MAX_LISTED_BOOKINGS)
    .map(({ booking, words }) => `${describeBooking(booking, timeZone)}: ${words}`)
  const unlistedCount = violations.length - lines.length
  if (unlistedCount > 0) lines.push(`And ${unlistedCount} more.`)
  const count = violations.length === 1 ? '1 booking is' : `${violations.length} bookings are`
  throw new PortalError('bookingsAgainstRules', { placeholders: { count, lines: lines.join('\n') } })
}

const describeBooking = (
  { ticketNumber, uoccname, ...span }: FutureBooking & TimeSpan,
  timeZone: string,
): string => `${ticketNumber}, ${uoccname}, ${formatBookingTime(span, timeZone)}`
