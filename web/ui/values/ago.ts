const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns 'just now' or '3 days ago'; an empty text for an invalid instant. */
export function formatTimeAgo(instant: string | null, now: number): string {
  const instantMs = instant === null ? Number.NaN : Date.parse(instant)
  if (Number.isNaN(instantMs)) return ''
  const elapsedMs = now - instantMs
  // An instant in the future also counts as now, because the browser's clock may be wrong by some seconds.
  if (elapsedMs < MINUTE_MS) return 'just now'
  if (elapsedMs < HOUR_MS) return formatUnits(elapsedMs / MINUTE_MS, 'minute')
  if (elapsedMs < DAY_MS) return formatUnits(elapsedMs / HOUR_MS, 'hour')
  if (elapsedMs < 31 * DAY_MS) return formatUnits(elapsedMs / DAY_MS, 'day')
  return elapsedMs < 365 * DAY_MS
    ? formatUnits(elapsedMs / (30.44 * DAY_MS), 'month')
    : formatUnits(elapsedMs / (365.25 * DAY_MS), 'year')
}

function formatUnits(count: number, unit: string): string {
  const wholeCount = Math.max(1, Math.floor(count))
  return `${wholeCount} ${unit}${wholeCount === 1 ? '' : 's'} ago`
}
