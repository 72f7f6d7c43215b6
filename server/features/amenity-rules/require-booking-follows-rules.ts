import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import {
  findRefusal,
  formatSpan,
  findNextFreeTime,
  MAX_SEARCH_DAYS,
  type BookingFacts,
  type TimeSpan,
} from '@tahanan/contract/amenities/judge-booking.ts'
import { formatDay, formatLongDay } from '@tahanan/contract/time.ts'
import { findBookingFacts, hasRules, type AmenityWithRules } from './find-booking-facts.ts'

const DAY_MS = 86_400_000
/**
 * Bookings of the tenant in the 31 days before the new one are loaded too, because the quota of a month
 * counts them.
 */
const MONTH_MS = 31 * DAY_MS

export interface BookingToCheck {
  readonly amenity: AmenityWithRules
  readonly tenantId: number
  readonly requestedSpan: TimeSpan
  readonly timeZone: string
  /** True if the booking is made now. Otherwise rules about when a booking may be made are not checked. */
  readonly isFiled: boolean
  readonly confirmed?: boolean
  /** Ticket of a reservation that moves to another time. Its old time counts as free. */
  readonly exceptTicketId?: number | undefined
}

/**
 * Checks a booking against the amenity's rules (rules 25.3). Returns null if no rule forbids it. Otherwise
 * throws `againstRules` with the next free time, or returns the text of the rule if `confirmed` is set. Locks
 * the tenant's row; the caller must already have locked the amenity.
 */
export async function requireBookingFollowsRules(tx: Tx, booking: BookingToCheck): Promise<string | null> {
  const { amenity, tenantId, requestedSpan, timeZone, isFiled, exceptTicketId } = booking
  if (!hasRules(amenity.rules)) return null
  await lockTenant(tx, tenantId)
  const now = Date.now()
  const factsQuery = {
    amenity,
    tenantId,
    timeZone,
    ownFrom: Math.min(now, requestedSpan.from) - MONTH_MS,
    exceptTicketId,
    now,
  }
  const facts = await findBookingFacts(tx, factsQuery)
  const refusal = findRefusal(facts, requestedSpan, { isFiled })
  if (!refusal) return null
  if (booking.confirmed) return refusal.message
  const searchStart = Math.max(requestedSpan.from, now)
  const takenRange = { from: searchStart - DAY_MS, to: searchStart + (MAX_SEARCH_DAYS + 31) * DAY_MS }
  throw createRefusal(
    await findBookingFacts(tx, { ...factsQuery, takenRange }),
    requestedSpan,
    refusal.message,
  )
}

function createRefusal(facts: BookingFacts, requestedSpan: TimeSpan, rule: string): PortalError {
  const nextFreeTime = findNextFreeTime(facts, requestedSpan)
  return new PortalError('againstRules', {
    placeholders: {
      rule,
      next: nextFreeTime ? ` The next free time is ${formatBookingTime(nextFreeTime, facts.timeZone)}.` : '',
    },
    next: nextFreeTime
      ? {
          startTime: new Date(nextFreeTime.from).toISOString(),
          endTime: new Date(nextFreeTime.to).toISOString(),
        }
      : undefined,
  })
}

/** Formats a period of one day, such as '14 March 2026, 9:00 AM to 11:00 AM'. */
export const formatBookingTime = (span: TimeSpan, timeZone: string): string =>
  `${formatLongDay(formatDay(new Date(span.from), timeZone))}, ${formatSpan(span, timeZone)}`

/** Locks the tenant's row. Otherwise two bookings at the same time could together exceed a quota. */
async function lockTenant(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('tenants').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
