import { fromWallClock, getStartOfDay, toWallClock } from '@tahanan/contract/time.ts'
import { setTimeOfDay, DAY, addMilliseconds, type DemoClock } from '../demo-clock.ts'

export interface DemoMonth {
  /** Name of the month, such as 'May 2026'. */
  readonly name: string
  /** Month in file names of the accounting system, such as '202605'. */
  readonly code: string
  readonly soaDate: Date
  readonly importedAt: Date
  readonly dueAt: Date
}

export const MONTH_COUNT = 6
const LATEST_IMPORT_AGE_DAYS = 6
const DAYS_TO_PAY = 14

export function getStatementMonths({ now, timeZone }: DemoClock): DemoMonth[] {
  const latestImportTime = addMilliseconds(now, -LATEST_IMPORT_AGE_DAYS * DAY)
  const { year, month, day } = toWallClock(latestImportTime, timeZone)
  return Array.from({ length: MONTH_COUNT }, (_, index) => {
    // The day is at most 28, because every month has 28 days. `fromWallClock` accepts a month of 0 or less:
    // it means the year before.
    const noon = {
      year,
      month: month - MONTH_COUNT + 1 + index,
      day: Math.min(day, 28),
      hour: 12,
      minute: 0,
      second: 0,
    }
    const monthTime = index === MONTH_COUNT - 1 ? latestImportTime : fromWallClock(noon, timeZone)
    const soaDate = getStartOfDay(monthTime, timeZone)
    const wallClock = toWallClock(monthTime, timeZone)
    return {
      name: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone }).format(monthTime),
      code: `${wallClock.year}${String(wallClock.month).padStart(2, '0')}`,
      soaDate,
      importedAt: setTimeOfDay(monthTime, 10, 15, timeZone),
      dueAt: addMilliseconds(soaDate, DAYS_TO_PAY * DAY),
    }
  })
}
