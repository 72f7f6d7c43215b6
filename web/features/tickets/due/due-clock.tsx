import './due-clock.css'
import { Clock } from 'lucide-react'
import { formatDateTime } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { OPEN_STATUSES, STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { MODULES_LATE_UNTIL_DECIDED } from '@tahanan/contract/tickets/index.ts'

const STEP_MS = 60_000

/** Due time of a ticket. The text is updated while it is visible (rules 4.31). */
export function DueClock({ ticket, isTextVisible }: { ticket: Ticket; isTextVisible?: boolean }) {
  const dueDescription = describeDue(ticket, useNow(STEP_MS))
  return dueDescription ? <DueMark due={dueDescription} isTextVisible={isTextVisible} /> : null
}

export const DueMark = ({
  due: { level, text },
  isTextVisible,
}: {
  due: DueDescription
  isTextVisible?: boolean | undefined
}) => (
  <span className={`due-clock inline gap-1 ${level}`} title={text}>
    <Clock />
    <span className={isTextVisible || level === 'late' ? undefined : 'visually-hidden'}>{text}</span>
  </span>
)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Share of the time from creation to due time. A ticket is due soon if at most this share is left. */
const DUE_SOON_SHARE = 1 / 5

interface DueDescription {
  level: 'later' | 'soon' | 'late'
  text: string
}

/**
 * Returns the text and the urgency of a ticket's due time. Returns undefined if the ticket is closed or has
 * no due time (rules 4.31).
 */
export function describeDue(
  { status, origin, due_at: at, created_at }: Ticket,
  now: number,
): DueDescription | undefined {
  if (!at || !OPEN_STATUSES.some((openStatus) => openStatus === status)) return undefined
  // A decided reservation waits for its time only (rules 25.17).
  if (status !== STATUS.approval && MODULES_LATE_UNTIL_DECIDED.includes(origin)) return undefined
  const remainingMs = Date.parse(at) - now
  if (remainingMs < 0) return { level: 'late', text: `Late by ${formatDuration(-remainingMs)}` }
  const isSoon = remainingMs <= (Date.parse(at) - Date.parse(created_at)) * DUE_SOON_SHARE
  return { level: isSoon ? 'soon' : 'later', text: `Due ${formatDateTime(at)}` }
}

function formatDuration(span: number): string {
  if (span < HOUR_MS) return 'less than an hour'
  const [size, unit] = span < DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day']
  const count = Math.floor(span / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
