import { NO_DATE, showDate, showTime, wallOf } from '#lib/time.ts'

interface WhenProps {
  /** An instant of the API; other values show as `N/A`. */
  value: unknown
  fold?: boolean
  day?: boolean
}

/** A time in a table. */
export function When({ value, fold, day }: WhenProps) {
  const instant = typeof value === 'string' ? value : undefined
  if (wallOf(instant) === undefined) return <span className="subtle">{NO_DATE}</span>
  if (day) return showDate(instant)
  if (!fold) return `${showDate(instant)}, ${showTime(instant)}`
  return (
    <>
      {showDate(instant)}
      <small>{showTime(instant)}</small>
    </>
  )
}
