import { RESERVATION_HOURS } from '@tahanan/contract/tickets/modules/reservation.ts'
import { atClock, DAY, HOUR, later } from '../demo/clock.ts'

const HOURS = RESERVATION_HOURS.to - RESERVATION_HOURS.from
/** Days are kept this full on average, so that a free one is near. */
const FILLING = 0.6

/** How many amenities so many reservations in so many days need. */
export function amenitiesFor(reservations: number, days: number): number {
  return Math.max(6, Math.ceil(reservations / (days * HOURS * FILLING)))
}

/** Hands out hours of amenities, each once, on the first day from a wanted one that has any left. */
export function createSlots(amenities: number, timeZone: string) {
  const used = new Map<number, number>()
  const opening = new Map<number, Date>()
  return (wanted: Date): { amenity: number; from: Date; to: Date } => {
    let day = Math.floor(wanted.getTime() / DAY)
    while ((used.get(day) ?? 0) >= amenities * HOURS) day++
    const nth = used.get(day) ?? 0
    used.set(day, nth + 1)
    let opens = opening.get(day)
    if (!opens)
      opening.set(day, (opens = atClock(new Date((day + 0.5) * DAY), RESERVATION_HOURS.from, 0, timeZone)))
    const from = later(opens, Math.floor(nth / amenities) * HOUR)
    return { amenity: nth % amenities, from, to: later(from, HOUR) }
  }
}
