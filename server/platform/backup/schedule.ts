import { fromWallClock, wallClock } from '@tahanan/contract/time.ts'

/** Times of automatic backups: once a day by the community's clock, or every so many hours. */
export type BackupSchedule =
  | { readonly every: 'day'; readonly hour: number; readonly minute: number }
  | { readonly every: 'hours'; readonly hours: number }

const DAILY = /^daily ([01]?\d|2[0-3]):([0-5]\d)$/
const HOURS = /^every (\d{1,3}) ?h(?:ours?)?$/
const HOUR_MS = 3_600_000
/** A backup that failed is tried again after this. */
const RETRY_MS = 15 * 60_000
/** The database's clock and ours need not agree to the second. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Reads `daily 02:30` or `every 6h` (1 to 168 hours); null for anything else. */
export function parseSchedule(text: string): BackupSchedule | null {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const daily = DAILY.exec(plain)
  if (daily) return { every: 'day', hour: Number(daily[1]), minute: Number(daily[2]) }
  const hours = Number(HOURS.exec(plain)?.[1] ?? 0)
  return hours >= 1 && hours <= 168 ? { every: 'hours', hours } : null
}

/** The schedule in words: 'daily 02:30', 'every 6 hours'. */
export function describeSchedule(schedule: BackupSchedule): string {
  if (schedule.every === 'hours') return schedule.hours === 1 ? 'every hour' : `every ${schedule.hours} hours`
  return `daily ${String(schedule.hour).padStart(2, '0')}:${String(schedule.minute).padStart(2, '0')}`
}

/** Earlier scheduled backups. */
interface Past {
  /** Start of the last one that succeeded or runs. */
  readonly succeeded: Date | null
  /** Start of the last one that failed. */
  readonly failed: Date | null
}

/** Returns when the next scheduled backup is due; at most `now` when it is due already, as one that was missed. */
export function nextBackup(
  schedule: BackupSchedule,
  timeZone: string,
  { succeeded, failed }: Past,
  now: Date,
): Date {
  const done = begun(succeeded, now)
  const broken = begun(failed, now)
  const due = dueAfter(schedule, timeZone, done, now)
  const retry = broken && (!done || broken > done) ? new Date(broken.getTime() + RETRY_MS) : null
  return retry && retry > due ? retry : due
}

/** Ignores times to come: the clock was ahead when they were saved, and waiting for them would mean no backups until then. */
const begun = (at: Date | null, now: Date): Date | null =>
  at && at.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS ? at : null

function dueAfter(schedule: BackupSchedule, timeZone: string, succeeded: Date | null, now: Date): Date {
  if (schedule.every === 'hours')
    return succeeded ? new Date(succeeded.getTime() + schedule.hours * HOUR_MS) : now
  const today = at(schedule, timeZone, now, 0)
  const last = today <= now ? today : at(schedule, timeZone, now, -1)
  if (!succeeded || succeeded < last) return last
  return today <= now ? at(schedule, timeZone, now, 1) : today
}

/** The schedule's time on the community's day of `now`, or so many days from it. */
function at(
  { hour, minute }: { hour: number; minute: number },
  timeZone: string,
  now: Date,
  days: number,
): Date {
  const { year, month, day } = wallClock(now, timeZone)
  return fromWallClock({ year, month, day: day + days, hour, minute, second: 0 }, timeZone)
}
