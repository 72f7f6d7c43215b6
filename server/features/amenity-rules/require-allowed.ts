import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import {
  findRefusal,
  formatSpan,
  findNextFreeTime,
  SEARCHED_DAYS,
  type BookingFacts,
  type Span,
} from '@tahanan/contract/amenities/judge-booking.ts'
import { formatDay, formatLongDay } from '@tahanan/contract/time.ts'
import { findBookingFacts, hasRules, type RuledAmenity } from './find-booking-facts.ts'

const DAY = 86_400_000
/** A month's quota also counts the bookings before the wanted time. */
const MONTH = 31 * DAY

export interface JudgedBooking {
  readonly amenity: RuledAmenity
  readonly tenantId: number
  readonly wanted: Span
  readonly timeZone: string
  /** Whether the time is chosen now. If not, the rules about when to book are skipped. */
  readonly isFiled: boolean
  readonly confirmed?: boolean
  /** The reservation that moves: its own time does not count as taken. */
  readonly exceptTicketId?: number | undefined
}

/**
 * Locks the tenant's row and checks a booking by the amenity's rules (rules 25.3). Throws `againstRules` with
 * the next free time, unless `confirmed`. Returns the overridden rule or null. The caller must hold the lock
 * of the amenity.
 */
export async function requireAllowed(tx: Tx, booking: JudgedBooking): Promise<string | null> {
  const { amenity, tenantId, wanted, timeZone, isFiled, exceptTicketId } = booking
  if (!hasRules(amenity.rules)) return null
  await lockTenant(tx, tenantId)
  const now = Date.now()
  const first = Math.min(now, wanted.from) - MONTH
  const last = Math.max(now, wanted.from) + (SEARCHED_DAYS + 31) * DAY
  const asked = { amenity, tenantId, timeZone, own: { from: first, to: last }, exceptTicketId, now }
  const facts = await findBookingFacts(tx, asked)
  const refusal = findRefusal(facts, wanted, { isFiled })
  if (!refusal) return null
  if (booking.confirmed) return refusal.words
  const taken = { from: Math.max(wanted.from, now) - DAY, to: last }
  throw createRefusal(await findBookingFacts(tx, { ...asked, taken }), wanted, refusal.words)
}

function createRefusal(facts: BookingFacts, wanted: Span, rule: string): PortalError {
  const next = findNextFreeTime(facts, wanted)
  return new PortalError('againstRules', {
    blanks: { rule, next: next ? ` The next free time is ${formatTime(next, facts.timeZone)}.` : '' },
    next: next
      ? { startTime: new Date(next.from).toISOString(), endTime: new Date(next.to).toISOString() }
      : undefined,
  })
}

/** Example: '14 March 2026, 9:00 AM to 11:00 AM'. */
export const formatTime = (span: Span, timeZone: string): string =>
  `${formatLongDay(formatDay(new Date(span.from), timeZone))}, ${formatSpan(span, timeZone)}`

/** Serializes bookings of a tenant, so that quotas are exact. */
async function lockTenant(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('tenants').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
