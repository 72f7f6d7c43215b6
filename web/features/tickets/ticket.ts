import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket, TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Returns undefined if the server has a newer module that this page's code does not contain. */
export function findModule(ticket: Pick<Ticket, 'origin'>): TicketModule | undefined {
  return MODULES.find(({ name }) => name === ticket.origin)
}

export function hasAbility(
  ticket: Pick<Ticket, 'can'>,
  ability: TicketAbility | `status.${number}`,
): boolean {
  return ticket.can.some((allowed) => allowed === ability)
}

export function getTicketFormTitle(verb: Parameters<typeof getFormTitle>[0], module: TicketModule): string {
  return getFormTitle(verb, module.formNoun ?? module.noun.one)
}

const APPROVED_STATUSES: readonly number[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

/**
 * Returns null if the ticket is not approved: a ticket whose approval was undone still has its earlier
 * approver.
 */
export function getApprover({ status, approver }: Pick<Ticket, 'status' | 'approver'>): Ticket['approver'] {
  return APPROVED_STATUSES.includes(status) ? approver : null
}

export function formatTicketCount({ noun }: TicketModule, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun.one : noun.many}`
}
