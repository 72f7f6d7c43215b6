import { Ban } from 'lucide-react'
import { isPassEnded } from '#features/passes/pass-state.ts'
import { useNow } from '#lib/use-now.ts'
import { StatusTag, Tag } from '#ui/values/status-tag.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

type TicketTagProps = { ticket: Pick<Ticket, 'status' | 'pass'> }

/** Status tag of a ticket. An approved ticket whose pass has ended shows PASS ENDED (rules 24.8). */
export const TicketTag = ({ ticket }: TicketTagProps) =>
  ticket.pass ? <PassTag ticket={ticket} /> : <StatusTag status={ticket.status} />

function PassTag({ ticket }: TicketTagProps) {
  if (!isPassEnded(ticket, useNow(60_000))) return <StatusTag status={ticket.status} />
  return (
    <Tag colour="neutral" icon={Ban}>
      PASS ENDED
    </Tag>
  )
}
