import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

type TicketWithPass = Pick<Ticket, 'pass' | 'status'>

/** Whether a ticket has a pass that has not ended or expired (rules 24.8). */
export const hasPass = ({ pass }: Pick<TicketWithPass, 'pass'>, now = Date.now()): boolean =>
  pass !== null && pass.endedAt === null && Date.parse(pass.to) >= now

export const isPassEnded = (ticket: TicketWithPass, now = Date.now()): boolean =>
  ticket.status === STATUS.approved && Boolean(ticket.pass) && !hasPass(ticket, now)
