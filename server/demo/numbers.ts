import { wallClock } from '@tahanan/contract/time.ts'

/** Returns numbers as the portal gives them, `PY-2026-000001`, counted by community year in the order of the times, and each year's last. */
export function numberByYear(
  prefix: string,
  times: readonly Date[],
  timeZone: string,
): { of: string[]; last: { year: number; last: number }[] } {
  const counts = new Map<number, number>()
  const of = times.map((at) => {
    const { year } = wallClock(at, timeZone)
    const next = (counts.get(year) ?? 0) + 1
    counts.set(year, next)
    return `${prefix}-${year}-${String(next).padStart(6, '0')}`
  })
  return { of, last: [...counts].map(([year, last]) => ({ year, last })) }
}
