import { NO_DATE, formatDate, formatTime, toWallTime } from '#lib/time.ts'

interface WhenProps {
  /** Instant from the API. Any other value is shown as `N/A`. */
  value: unknown
  fold?: boolean
  day?: boolean
}

export function When({ value, fold, day }: WhenProps) {
  const instant = typeof value === 'string' ? value : undefined
  if (toWallTime(instant) === undefined) return <span className="subtle">{NO_DATE}</span>
  if (day) return formatDate(instant)
  if (!fold) return `${formatDate(instant)}, ${formatTime(instant)}`
  return (
    <>
      {formatDate(instant)}
      <small>{formatTime(instant)}</small>
    </>
  )
}
