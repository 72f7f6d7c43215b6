const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns 'just now' or '3 days ago'; an empty text for an invalid instant. */
export function formatTimeAgo(instant: string | null, now: number): string {
  const instantMs = instant === null ? Number.NaN : Date.parse(instant)
  if (Number.isNaN(instantMs)) return ''
  const elapsedMs = now - instantMs
  // An instant in the future also counts as now, because the browser's clock may be wrong by some seconds.
  if (elapsedMs < MINUTE) return 'just now'
  if (elapsedMs < HOUR) return formatUnits(elapsedMs / MINUTE, 'minute')
  if (elapsedMs < DAY) return formatUnits(elapsedMs / HOUR, 'hour')
  if (elapsedMs < 31 * DAY) return formatUnits(elapsedMs / DAY, 'day')
  return elapsedMs < 365 * DAY
    ? formatUnits(elapsedMs / (30.44 * DAY), 'month')
    : formatUnits(elapsedMs / (365.25 * DAY), 'year')
}

function formatUnits(count: number, unit: string): string {
  const whole = Math.max(1, Math.floor(count))
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
