const DAY_MS = 86_400_000
/** Noon in Manila as milliseconds of the UTC day. */
const NOON_MS = 4 * 3_600_000

/** Returns the next noon in Manila, because it is outside quiet hours. */
export function nextNoon(): Date {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS + NOON_MS
  return new Date(today > Date.now() ? today : today + DAY_MS)
}
