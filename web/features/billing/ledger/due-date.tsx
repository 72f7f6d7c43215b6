import type { Billing } from '@tahanan/contract/billing/answers.ts'
import { pesos } from '../../../lib/money.ts'
import { showLongDay, today } from '../../../lib/time.ts'

type Dues = Pick<Billing, 'leftToPay' | 'dueDate' | 'overdue'>

/** Returns by when what is left to pay is due, or since when it was; empty where nothing is (rules 20.4). */
export function dueWords({ leftToPay, dueDate, overdue }: Dues, showDay = showLongDay): string {
  if (leftToPay <= 0 || dueDate === null) return ''
  const day = showDay(dueDate)
  if (overdue === 0) return dueDate === today() ? `Due today, ${day}` : `Due ${day}`
  return overdue < leftToPay ? `${pesos(overdue)} overdue since ${day}` : `Was due ${day}`
}

/** By when what is left to pay is due, in another colour once it was; nothing where nothing is. */
export function DueDate({ of, showDay }: { of: Dues; showDay?: typeof showLongDay }) {
  const words = dueWords(of, showDay)
  return words && <span className={of.overdue > 0 ? 'overdue' : undefined}>{words}</span>
}
