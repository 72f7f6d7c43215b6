import { fromWallClock, toWallClock } from '@tahanan/contract/time.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Age of the demo in milliseconds: its accounts were created this long before the demo was loaded. */
export const DEMO_AGE = 480 * DAY

export interface DemoClock {
  readonly now: Date
  readonly timeZone: string
}

export function addMilliseconds(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

export function setTimeOfDay(instant: Date, hour: number, minute: number, timeZone: string): Date {
  return fromWallClock({ ...toWallClock(instant, timeZone), hour, minute, second: 0 }, timeZone)
}

/**
 * Parses a time relative to `now`: '40m' is 40 minutes ago, '3d 09:41' three days ago at 09:41 in the
 * community, '+2d 10:00' in two days. Throws RangeError for other texts.
 */
export function parseDemoTime(demoTime: string, { now, timeZone }: DemoClock): Date {
  const [, minutes] = /^(\d+)m$/.exec(demoTime) ?? []
  if (minutes) return addMilliseconds(now, -Number(minutes) * MINUTE)
  const [, plusSign, days, hour, minute] = /^(\+?)(\d+)d (\d\d):(\d\d)$/.exec(demoTime) ?? []
  if (!days) throw new RangeError(`'${demoTime}' is no time; write '40m', '3d 09:41' or '+2d 10:00'.`)
  const day = addMilliseconds(now, (plusSign ? 1 : -1) * Number(days) * DAY)
  return setTimeOfDay(day, Number(hour), Number(minute), timeZone)
}

/**
 * Returns a number in [0, 1) that looks random. The same integer always gives the same number, and
 * consecutive integers give evenly distributed numbers.
 */
export const getPseudoRandom = (n: number): number => (n * 0.618_033_988_749_895) % 1
