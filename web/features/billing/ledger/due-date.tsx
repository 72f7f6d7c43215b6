import { formatPesos } from '#lib/money.ts'
import { formatLongDay, getToday } from '#lib/time.ts'
import type { Billing } from '@tahanan/contract/billing/answers.ts'

type DueFields = Pick<Billing, 'dueDate' | 'dueNext' | 'overdue'>

/** Returns a text about the overdue amount; '' if nothing is overdue (rules 20.4). */
export function describeOverdue({ dueDate, overdue }: DueFields, showDay = formatLongDay): string {
  return overdue > 0 && dueDate !== null ? `Overdue ${formatPesos(overdue)} since ${showDay(dueDate)}` : ''
}

export function describeDueDate({ dueNext }: DueFields, showDay = formatLongDay): string {
  if (dueNext === null) return ''
  return dueNext === getToday() ? `Due today, ${showDay(dueNext)}` : `Due by ${showDay(dueNext)}`
}

export function DueDate(props: { dueFields: DueFields; showDay?: typeof formatLongDay; className?: string }) {
  const { dueFields, showDay, className } = props
  const [overdueText, dueText] = [describeOverdue(dueFields, showDay), describeDueDate(dueFields, showDay)]
  return (
    <>
      {overdueText && (
        <p className={className}>
          <span className="overdue">{overdueText}</span>
        </p>
      )}
      {dueText && <p className={className}>{dueText}</p>}
    </>
  )
}
