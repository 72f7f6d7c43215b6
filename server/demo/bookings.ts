import { atClock, DAY, HOUR, later } from './clock.ts'
import type { DemoClock } from './clock.ts'
import type { Random } from './random.ts'

export interface Slot {
  /** Index of the amenity. */
  amenity: number
  from: Date
  to: Date
}

/** Finds times at which an amenity is free, between 7 and 21 community time, and remembers them. */
export function createBookingSheet(amenities: number, random: Random, { timeZone }: DemoClock) {
  const taken: Slot[] = []
  const isFree = (slot: Slot): boolean =>
    !taken.some((other) => other.amenity === slot.amenity && other.from < slot.to && slot.from < other.to)

  return {
    /** A free slot on this community day, or on the next that has one. `around` keeps an instant inside it, if the hours allow. */
    reserve(day: Date, around?: Date): Slot {
      for (let attempt = 0; attempt < 500; attempt++) {
        const date = later(day, Math.floor(attempt / 50) * DAY)
        const hours = random.pick([1, 2, 2, 3, 4])
        const hour = random.between(7, 21 - hours)
        const from = atClock(date, hour, 0, timeZone)
        const slot = { amenity: random.between(0, amenities - 1), from, to: later(from, hours * HOUR) }
        const misses = around !== undefined && attempt < 50 && (slot.from > around || slot.to < around)
        if (misses || !isFree(slot)) continue
        taken.push(slot)
        return slot
      }
      throw new Error('the amenities are fully booked')
    },
  }
}

export type BookingSheet = ReturnType<typeof createBookingSheet>
