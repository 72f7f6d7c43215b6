import { fromWallClock, wallClock } from '@tahanan/contract/time.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How long before its making the demo community opened, in milliseconds: `created_at` of its accounts. */
export const DEMO_AGE = 480 * DAY

/** What the demo knows of time: the moment it is made, and the community's zone. */
export interface DemoClock {
  readonly now: Date
  readonly timeZone: string
}

export function later(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

/** The same community day at another time of day. */
export function atClock(instant: Date, hour: number, minute: number, timeZone: string): Date {
  return fromWallClock({ ...wallClock(instant, timeZone), hour, minute, second: 0 }, timeZone)
}

/** The instant itself in the office's hours (8 to 17), otherwise the next morning's opening and some minutes. */
export function inOfficeHours(instant: Date, minutes: number, timeZone: string): Date {
  const { hour } = wallClock(instant, timeZone)
  if (hour >= 8 && hour < 17) return instant
  return atClock(hour < 8 ? instant : later(instant, DAY), 8, minutes, timeZone)
}
