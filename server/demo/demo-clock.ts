import { fromWallClock, wallClock } from '@tahanan/contract/time.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Age of the demo community when it is made, in milliseconds: `created_at` of its accounts. */
export const DEMO_AGE = 480 * DAY

/** The moment that the demo is made at, and the community's zone. */
export interface DemoClock {
  readonly now: Date
  readonly timeZone: string
}

export function later(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

/** Returns the same community day at another time of day. */
export function atClock(instant: Date, hour: number, minute: number, timeZone: string): Date {
  return fromWallClock({ ...wallClock(instant, timeZone), hour, minute, second: 0 }, timeZone)
}

/**
 * Returns the instant that a file of `community/` names, counted from `now`: '40m' is 40 minutes ago, '3d 09:41' three
 * days ago at that time of the community's day, '+2d 10:00' in two days. Throws a RangeError on anything else.
 */
export function instantOf(moment: string, { now, timeZone }: DemoClock): Date {
  const [, minutes] = /^(\d+)m$/.exec(moment) ?? []
  if (minutes) return later(now, -Number(minutes) * MINUTE)
  const [, sign, days, hour, minute] = /^(\+?)(\d+)d (\d\d):(\d\d)$/.exec(moment) ?? []
  if (!days) throw new RangeError(`'${moment}' is no moment; write '40m', '3d 09:41' or '+2d 10:00'.`)
  const day = later(now, (sign ? 1 : -1) * Number(days) * DAY)
  return atClock(day, Number(hour), Number(minute), timeZone)
}

/** Returns a number from 0 up to 1, evenly spread over the whole numbers and the same every time. */
export const spread = (n: number): number => (n * 0.618_033_988_749_895) % 1
