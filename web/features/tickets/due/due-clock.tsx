import './due-clock.css'
import { Clock } from 'lucide-react'
import { useNow } from '#lib/use-now.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { type Due, describeDue } from './due.ts'

const STEP_MS = 60_000

/** Due time of a ticket, which goes on while it is shown (rules 4.31). */
export function DueClock({ ticket, long }: { ticket: Ticket; long?: boolean }) {
  const due = describeDue(ticket, useNow(STEP_MS))
  return due ? <DueMark due={due} long={long} /> : null
}

/** Grey, amber or red clock. Its words stand beside it where it is late or `long`, else they are its tip. */
export const DueMark = ({ due: { level, words }, long }: { due: Due; long?: boolean | undefined }) => (
  <span className={`due-clock inline gap-1 ${level}`} title={words}>
    <Clock />
    <span className={long || level === 'late' ? undefined : 'visually-hidden'}>{words}</span>
  </span>
)
