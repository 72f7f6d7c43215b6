import { NO_DATE, showLongDay } from '../../../lib/time.ts'

interface StatementDayProps {
  /** Day of the latest statement, not the day until which it is due. Undefined while it loads, its line empty. */
  soaDate: string | null | undefined
}

/** Which statement an amount comes from. */
export function StatementDay({ soaDate }: StatementDayProps) {
  if (soaDate === undefined) return <p className="due" />
  const day = showLongDay(soaDate)
  return day === NO_DATE ? null : <p className="due">Statement of {day}</p>
}
