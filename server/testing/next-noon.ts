const DAY_MS = 86_400_000
/** Noon in Manila, by UTC. */
const NOON_MS = 4 * 3_600_000

/** Returns the next noon of the community, less than a day ahead and outside quiet hours. */
export function nextNoon(): Date {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS + NOON_MS
  return new Date(today > Date.now() ? today : today + DAY_MS)
}
