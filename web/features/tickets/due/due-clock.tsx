import './due-clock.css'
import { Clock } from 'lucide-react'
import { useNow } from '#lib/use-now.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { type Due, describeDue } from './due.ts'

const STEP_MS = 60_000

/** Due time of a ticket, updated while it is visible (rules 4.31). */
export function DueClock({ ticket, long }: { ticket: Ticket; long?: boolean }) {
  const due = describeDue(ticket, useNow(STEP_MS))
  return due ? <DueMark due={due} long={long} /> : null
}

/** Grey, amber or red clock, with text if it is late or `long`, else with a tooltip. */
export const DueMark = ({ due: { level, words }, long }: { due: Due; long?: boolean | undefined }) => (
  <span className={`due-clock inline gap-1 ${level}`} title={words}>
    <Clock />
    <span className={long || level === 'late' ? undefined : 'visually-hidden'}>{words}</span>
  </span>
)
