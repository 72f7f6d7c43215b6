import { showLongDay, wallNow, wallOf } from '../../../lib/time.ts'
import { daysFromToday } from './due-day.ts'

interface DueLineProps {
  /** Pesos. */
  amount: number
  due: string | null | undefined
}

/** Until when an amount is due, and how far that is. */
export function DueLine({ amount, due }: DueLineProps) {
  if (amount <= 0) return <p className="due">Nothing to pay now.</p>
  const day = wallOf(due)
  if (day === undefined) return null
  return (
    <p className="due">
      <span>Due {showLongDay(due)}</span>
      <b>{daysFromToday(day, wallNow())}</b>
    </p>
  )
}
