import { getFormTitle } from '#ui/forms/get-form-title.ts'
import type { FormAction } from '@tahanan/contract/forms/fields.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket, TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/**
 * Returns the module of a ticket. Returns undefined if the server is newer than this page and has a module
 * that the page does not know.
 */
export function findModule(ticket: Pick<Ticket, 'origin'>): TicketModule | undefined {
  return MODULES.find(({ name }) => name === ticket.origin)
}

/**
 * Returns the module of a ticket that can be deleted on a page: the page of its own module, or Services
 * (without `pageModule`) if its module has no page.
 */
export function findDeletableModule(
  ticket: Pick<Ticket, 'origin'>,
  pageModule: TicketModule | undefined,
): TicketModule | undefined {
  if (pageModule) return pageModule
  const module = findModule(ticket)
  return module?.route === null ? module : undefined
}

export function hasAbility(
  ticket: Pick<Ticket, 'can'>,
  ability: TicketAbility | `status.${number}`,
): boolean {
  return ticket.can.some((allowedAbility) => allowedAbility === ability)
}

export function getTicketFormTitle(verb: Parameters<typeof getFormTitle>[0], module: TicketModule): string {
  return getFormTitle(verb, module.formNoun ?? module.noun.one)
}

const APPROVED_STATUSES: readonly number[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

/**
 * Returns the approver of an approved ticket, otherwise null. If an approval was undone, the ticket still has
 * the earlier approver, who must not be shown.
 */
export function getApprover({ status, approver }: Pick<Ticket, 'status' | 'approver'>): Ticket['approver'] {
  return APPROVED_STATUSES.includes(status) ? approver : null
}

export function formatTicketCount({ noun }: TicketModule, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun.one : noun.many}`
}

/**
 * Returns the title of the message about a failed upload. Its words are those of the specification, which
 * names new visitors and gate passes 'incident report' (rules 6.8).
 */
export function getFailedFilesTitle({ name, noun, path }: TicketModule, action: FormAction): string {
  if (action === 'create' && (name === 'visitor' || name === 'gatePass'))
    return 'Unable to submit incident report'
  return `Unable to submit ${name === 'visitor' ? path.many : noun.one}`
}
