import { NO_DATE, formatDate, formatTime, toCommunityTime } from '#lib/time.ts'

interface DateTimeTextProps {
  /** Instant from the API. Any other value is shown as `N/A`. */
  value: unknown
  fold?: boolean
  day?: boolean
}

export function DateTimeText({ value, fold, day }: DateTimeTextProps) {
  const instant = typeof value === 'string' ? value : undefined
  if (toCommunityTime(instant) === undefined) return <span className="subtle">{NO_DATE}</span>
  if (day) return formatDate(instant)
  if (!fold) return `${formatDate(instant)}, ${formatTime(instant)}`
  return (
    <>
      {formatDate(instant)}
      <small>{formatTime(instant)}</small>
    </>
  )
}
