import { fromWallClock, startOfDay, wallClock } from '@tahanan/contract/time.ts'
import { atClock, DAY, later } from '../clock.ts'
import type { DemoClock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { DemoResident } from '../residents.ts'

/** A month's statements of account. */
export interface DemoMonth {
  /** 'May 2026' */
  readonly name: string
  /** '202605', as the accounting system names its files. */
  readonly code: string
  readonly soaDate: Date
  /** When the office imported them. */
  readonly importedAt: Date
  /** When they are due. */
  readonly dueAt: Date
}

export const MONTHS = 6
/** The latest statements are so many days old. */
const LATEST_DAYS = 6
const DAYS_TO_PAY = 14

/** The months whose statements were imported, oldest first; the last of them six days ago. */
export function statementMonths({ now, timeZone }: DemoClock): DemoMonth[] {
  const latest = later(now, -LATEST_DAYS * DAY)
  const { year, month, day } = wallClock(latest, timeZone)
  return Array.from({ length: MONTHS }, (_, index) => {
    const back = MONTHS - 1 - index
    // Every month has a 28th.
    const sameDay = { day: Math.min(day, 28), hour: 12, minute: 0, second: 0 }
    const first = new Date(Date.UTC(year, month - 1 - back, 1))
    const at =
      back === 0
        ? latest
        : fromWallClock(
            { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, ...sameDay },
            timeZone,
          )
    const soaDate = startOfDay(at, timeZone)
    const clock = wallClock(at, timeZone)
    return {
      name: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone }).format(at),
      code: `${clock.year}${String(clock.month).padStart(2, '0')}`,
      soaDate,
      importedAt: atClock(at, 10, 15, timeZone),
      dueAt: later(soaDate, DAYS_TO_PAY * DAY),
    }
  })
}

/** Whoever owes more than this has not paid for months. Pesos. */
const BEHIND = 16_000

/** Whether a resident has been paying what they owed. */
export const paysMonthly = ({ soaAmount }: DemoResident): boolean => soaAmount < BEHIND

/** What each month's statement says that a resident owes, oldest first, in pesos; the last is what they owe now. */
export function balancesOf(resident: DemoResident, random: Random): number[] {
  const earlier = Array.from({ length: MONTHS - 1 }, (_, index) => {
    if (paysMonthly(resident)) return random.between(3_200, 14_800) + random.pick([0, 0, 0.5, 0.25])
    // The debt grew by about the same every month.
    const part = (index + 1.5) / (MONTHS + 1)
    return Math.round(resident.soaAmount * part + random.between(-400, 400))
  })
  return [...earlier, resident.soaAmount]
}
