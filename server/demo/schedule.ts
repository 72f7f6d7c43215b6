import { startOfDay } from '@tahanan/contract/time.ts'
import type { Status, StoredStatus } from '@tahanan/contract/statuses.ts'
import { atClock, DAY, HOUR, later, MINUTE } from './clock.ts'
import type { DemoClock } from './clock.ts'
import type { BookingSheet, Slot } from './bookings.ts'
import type { Random } from './random.ts'

/** How a module's tickets relate to a time: passes to an hour, works to days, reservations to a slot, others to none. */
export type Timing = 'pass' | 'days' | 'slot' | 'none'

/** When a ticket was filed, what became of it, and when the thing itself takes place. */
export interface Outline {
  createdAt: Date
  status: StoredStatus
  happensAt: Date
  endsAt: Date
  slot?: Slot
}

/** Oldest tickets: a little over 14 months. */
const OLDEST_DAYS = 428

/**
 * Outlines of a module's tickets, newest first: a tenth waits for approval, some are approved for days to come, a few are
 * under way now, and the rest, back to 14 months ago, has ended one way or another.
 */
export function outlineTickets(
  count: number,
  timing: Timing,
  context: { clock: DemoClock; random: Random; sheet: BookingSheet },
): Outline[] {
  const { random } = context
  const waiting = Math.max(2, Math.round(count / 10))
  const upcoming = waiting + Math.max(2, Math.round(count / 12))
  const ongoing = upcoming + Math.max(1, Math.round(count / 25))
  return Array.from({ length: count }, (_, rank) => {
    const part = (from: number, to: number, first: number, last: number) =>
      from + ((to - from) * (rank - first + random.next())) / Math.max(1, last - first)
    if (rank < waiting) return outline(1, part(0.01, 2.6, 0, waiting), timing, context)
    if (rank < upcoming) return outline(2, part(1.2, 5.5, waiting, upcoming), timing, context)
    if (rank < ongoing) return outline(3, part(2.2, 6, upcoming, ongoing), timing, context)
    const days = part(7, OLDEST_DAYS, ongoing, count)
    return outline(endedStatus(rank - ongoing, timing, random, days), days, timing, context)
  })
}

/** The first two show how a ticket is cancelled and rejected; of the others most were completed. */
function endedStatus(rank: number, timing: Timing, random: Random, days: number): Status {
  if (rank === 0) return 5
  if (rank === 1) return 6
  const stillOpen = timing === 'none' && days < 45 ? { 2: 12, 3: 10 } : { 2: 0, 3: 0 }
  return random.weighted({ 4: 80, 5: 9, 6: 9, ...stillOpen }) as Status
}

function outline(
  status: StoredStatus,
  daysAgo: number,
  timing: Timing,
  { clock, random, sheet }: { clock: DemoClock; random: Random; sheet: BookingSheet },
): Outline {
  const createdAt = filedAt(daysAgo, clock, random)
  return { createdAt, status, ...happening(status, createdAt, timing, clock, random, sheet) }
}

/** People file tickets between 7 in the morning and 10 at night; what is only hours old keeps its time. */
function filedAt(daysAgo: number, { now, timeZone }: DemoClock, random: Random): Date {
  const instant = later(now, -daysAgo * DAY)
  if (daysAgo < 0.6) return instant
  const inTheDay = atClock(instant, random.between(7, 21), random.between(0, 59), timeZone)
  const filed = later(inTheDay, random.between(0, 59) * 1000)
  return filed < later(now, -10 * MINUTE) ? filed : later(filed, -DAY)
}

/** When the thing takes place: to come while it waits or is approved, now while it is ongoing, otherwise soon after the filing. */
function happening(
  status: StoredStatus,
  createdAt: Date,
  timing: Timing,
  { now, timeZone }: DemoClock,
  random: Random,
  sheet: BookingSheet,
): Pick<Outline, 'happensAt' | 'endsAt' | 'slot'> {
  const toCome = status === 1 || status === 2
  if (timing === 'slot') {
    const day = toCome
      ? later(now, random.between(1, 14) * DAY)
      : status === 3
        ? now
        : later(createdAt, random.between(1, 4) * DAY)
    const slot = sheet.reserve(day, status === 3 ? now : undefined)
    return { happensAt: slot.from, endsAt: slot.to, slot }
  }
  if (timing === 'days') {
    const from = toCome
      ? later(now, random.between(1, 9) * DAY)
      : status === 3
        ? now
        : later(createdAt, random.between(1, 3) * DAY)
    const happensAt = startOfDay(from, timeZone)
    const days = status === 3 ? random.between(2, 5) : random.between(0, 2)
    return { happensAt, endsAt: startOfDay(later(happensAt, days * DAY + HOUR), timeZone) }
  }
  const day = toCome ? later(now, random.between(1, 8) * DAY) : later(createdAt, random.between(1, 5) * DAY)
  const happensAt =
    status === 3
      ? later(now, -random.between(15, 90) * MINUTE)
      : atClock(day, random.between(8, 18), random.pick([0, 0, 30]), timeZone)
  return { happensAt, endsAt: later(happensAt, random.between(20, 180) * MINUTE) }
}
