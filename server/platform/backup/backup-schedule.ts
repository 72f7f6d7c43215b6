import { fromWallClock, toWallClock } from '@tahanan/contract/time.ts'

export type BackupSchedule =
  | { readonly every: 'day'; readonly hour: number; readonly minute: number }
  | { readonly every: 'hours'; readonly hours: number }

const DAILY_PATTERN = /^daily ([01]?\d|2[0-3]):([0-5]\d)$/
const HOURS_PATTERN = /^every (\d{1,3}) ?h(?:ours?)?$/
const HOUR_MS = 3_600_000
const RETRY_MS = 15 * 60_000
/** A backup dated further ahead was made while the clock was ahead. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Parses `daily 02:30` or `every 6h` (1 to 168 hours). Returns null for other texts. */
export function parseSchedule(text: string): BackupSchedule | null {
  const scheduleText = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const dailyMatch = DAILY_PATTERN.exec(scheduleText)
  if (dailyMatch) return { every: 'day', hour: Number(dailyMatch[1]), minute: Number(dailyMatch[2]) }
  const hours = Number(HOURS_PATTERN.exec(scheduleText)?.[1] ?? 0)
  return hours >= 1 && hours <= 168 ? { every: 'hours', hours } : null
}

export function describeSchedule(schedule: BackupSchedule): string {
  if (schedule.every === 'hours') return schedule.hours === 1 ? 'every hour' : `every ${schedule.hours} hours`
  return `daily ${String(schedule.hour).padStart(2, '0')}:${String(schedule.minute).padStart(2, '0')}`
}

interface PastBackups {
  /** Start of the latest scheduled backup that succeeded or still runs. */
  readonly succeeded: Date | null
  readonly failed: Date | null
}

/** Returns the time of the next scheduled backup. It is not later than `now` if a backup is due. */
export function getNextBackup(
  schedule: BackupSchedule,
  timeZone: string,
  { succeeded, failed }: PastBackups,
  now: Date,
): Date {
  const dueTime = getDueTime(schedule, timeZone, succeeded, now)
  const isFailed = failed && (!succeeded || failed > succeeded)
  const retryTime = isFailed ? new Date(failed.getTime() + RETRY_MS) : null
  return retryTime && retryTime > dueTime ? retryTime : dueTime
}

function getDueTime(schedule: BackupSchedule, timeZone: string, succeededAt: Date | null, now: Date): Date {
  if (schedule.every === 'hours')
    return succeededAt ? new Date(succeededAt.getTime() + schedule.hours * HOUR_MS) : now
  const today = getTimeOnDay(schedule, timeZone, now, 0)
  const lastDueTime = today <= now ? today : getTimeOnDay(schedule, timeZone, now, -1)
  if (!succeededAt || succeededAt < lastDueTime) return lastDueTime
  return today <= now ? getTimeOnDay(schedule, timeZone, now, 1) : today
}

function getTimeOnDay(
  { hour, minute }: { hour: number; minute: number },
  timeZone: string,
  now: Date,
  days: number,
): Date {
  const { year, month, day } = toWallClock(now, timeZone)
  return fromWallClock({ year, month, day: day + days, hour, minute, second: 0 }, timeZone)
}
