import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket, TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Returns undefined for a module that is newer than this page. */
export function findModule(ticket: Pick<Ticket, 'origin'>): TicketModule | undefined {
  return MODULES.find(({ name }) => name === ticket.origin)
}

/** Whether the reader has this ability on the ticket, according to the server. */
export function can(ticket: Pick<Ticket, 'can'>, ability: TicketAbility | `status.${number}`): boolean {
  return ticket.can.some((allowed) => allowed === ability)
}

export function getTicketFormTitle(verb: Parameters<typeof getFormTitle>[0], module: TicketModule): string {
  return getFormTitle(verb, module.formNoun ?? module.noun.one)
}

const APPROVED: readonly number[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

/** Returns null after an undone approval, because the record still contains the earlier approver. */
export function getApprover({ status, approver }: Pick<Ticket, 'status' | 'approver'>): Ticket['approver'] {
  return APPROVED.includes(status) ? approver : null
}

export function formatTicketCount({ noun }: TicketModule, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun.one : noun.many}`
}
