const DAY_MS = 86_400_000
/** Noon in Manila (UTC+8), in milliseconds since midnight UTC. */
const NOON_MS = 4 * 3_600_000

/** Returns the next noon in Manila: a time outside quiet hours, when deliveries are not delayed. */
export function getNextNoon(): Date {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS + NOON_MS
  return new Date(today > Date.now() ? today : today + DAY_MS)
}
