const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Formats the time since an instant: 'just now' or '3 days ago'. Returns an empty text for an invalid
 * instant.
 */
export function formatAgo(instant: string | null, now: number): string {
  const then = instant === null ? Number.NaN : Date.parse(instant)
  if (Number.isNaN(then)) return ''
  const past = now - then
  // An instant in the future also counts as now, because the browser's clock may be wrong by some seconds.
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return formatUnits(past / MINUTE, 'minute')
  if (past < DAY) return formatUnits(past / HOUR, 'hour')
  if (past < 31 * DAY) return formatUnits(past / DAY, 'day')
  return past < 365 * DAY
    ? formatUnits(past / (30.44 * DAY), 'month')
    : formatUnits(past / (365.25 * DAY), 'year')
}

function formatUnits(count: number, unit: string): string {
  const whole = Math.max(1, Math.floor(count))
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
