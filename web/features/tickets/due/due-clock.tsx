import './due-clock.css'
import { Clock } from 'lucide-react'
import { useNow } from '#lib/use-now.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { dueOf } from './due.ts'

const STEP_MS = 60_000

/** Clock of a ticket's due time, grey, amber or red; its words stand beside it, or are its tip (rules 4.31). */
export function DueClock({ ticket, long }: { ticket: Ticket; long?: boolean }) {
  const due = dueOf(ticket, useNow(STEP_MS))
  if (!due) return null
  return (
    <span className={`due-clock ${due.level}`} title={due.words}>
      <Clock />
      <span className={long ? '' : 'visually-hidden'}>{due.words}</span>
    </span>
  )
}
