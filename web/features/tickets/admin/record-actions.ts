import { isPassEnded } from '#features/passes/pass-state.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { type Details, findApprovalErrors } from '@tahanan/contract/forms/validate.ts'
import { STATUS, type Status, getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { hasAbility } from '../ticket.ts'

export interface TicketStep {
  status: Status
  verb: string
  /** Path of the PUT request that applies the step. The body has `status` and `updated_at`. */
  path: string
  /** Text of the toast after the step. Undefined if the module has no separate endpoint for the step. */
  toast?: string
}

export function getVerb({ path }: Pick<TicketAction, 'path'>): string {
  if (path.endsWith('ied')) return `${path.slice(0, -3)}y`
  return path.endsWith('ted') ? path.slice(0, -2) : path.replace(/d$/, '')
}

const VERB_BY_STATUS: Record<Status, string> = {
  [STATUS.approval]: 'send back',
  [STATUS.approved]: 'approve',
  [STATUS.ongoing]: 'start',
  [STATUS.completed]: 'complete',
  [STATUS.cancelled]: 'cancel',
  [STATUS.rejected]: 'reject',
}

const findStatusAction = ({ actions }: TicketModule, status: Status): TicketAction | undefined =>
  actions.find((action) => action.effect === 'status' && action.status === status)

export function getVerbForStatus(module: TicketModule, status: Status): string {
  const action = findStatusAction(module, status)
  if (action) return getVerb(action)
  return status === module.arrival ? 'check in' : VERB_BY_STATUS[status]
}

export const getParticiple = (module: TicketModule, status: Status): string =>
  findStatusAction(module, status)?.path ?? getStatusInfo(status).pastParticiple

function createStep(module: TicketModule, { id }: Pick<Ticket, 'id'>, status: Status): TicketStep {
  const { one } = module.path
  const verb = getVerbForStatus(module, status)
  const action = findStatusAction(module, status)
  return action
    ? { status, verb, path: `/${one}/${action.path}/${id}`, toast: action.toast }
    : { status, verb, path: `/${one}/${id}` }
}

/**
 * Returns the next step that the user may apply, for example Approve or Start. Check-in is left out after the
 * visitor's pass has ended (rules 4.33).
 */
export function getOfficeStep(module: TicketModule, ticket: Ticket): TicketStep | undefined {
  const { steps } = module
  const currentIndex = steps.findIndex((status) => status === ticket.status)
  if (ticket.status === STATUS.approval) {
    const [first] = steps
    return first && hasAbility(ticket, `status.${first}`) ? createStep(module, ticket, first) : undefined
  }
  if (currentIndex < 0) return undefined
  // Steps that the user may not apply are skipped. For example, a user who may only complete tickets can
  // complete an approved ticket that nobody has started.
  const isOver = isPassEnded(ticket)
  const status = steps
    .slice(currentIndex + 1)
    .find(
      (laterStatus) =>
        hasAbility(ticket, `status.${laterStatus}`) && !(isOver && laterStatus === module.arrival),
    )
  return status && createStep(module, ticket, status)
}

export function getRejectStep(module: TicketModule, ticket: Ticket): TicketStep | undefined {
  const mayReject = ticket.status === STATUS.approval && hasAbility(ticket, `status.${STATUS.rejected}`)
  return mayReject ? createStep(module, ticket, STATUS.rejected) : undefined
}

/**
 * Returns the Verify action if the user may verify the ticket. Users who may approve or reject a waiting
 * ticket do not get it.
 */
export function getVerifyAction(module: TicketModule, ticket: Ticket): TicketAction | undefined {
  const mayDecide =
    ticket.status === STATUS.approval && ticket.can.some((ability) => /^status\.[2-6]$/.test(ability))
  if (mayDecide || !hasAbility(ticket, 'verify')) return undefined
  return module.actions.find(({ effect }) => effect === 'verify')
}

/** Returns errors for fields that must be filled in before this step (rules 5.5). */
export function getMissingFieldErrors(
  module: TicketModule,
  { status }: Pick<TicketStep, 'status'>,
  details: Readonly<Details>,
): FieldErrors {
  return status === STATUS.approved ? findApprovalErrors(module, details) : {}
}

export function mayUndo(ticket: Ticket): boolean {
  return hasAbility(ticket, `status.${ticket.status}`)
}

export function describeNewStatus({ ticketNumber }: Pick<Ticket, 'ticketNumber'>, status: number): string {
  return `${ticketNumber} ${getStatusInfo(status).pastParticiple}`
}

export function formatStepToast(ticket: Pick<Ticket, 'ticketNumber'>, step: TicketStep): [string, string?] {
  return step.toast === undefined
    ? [describeNewStatus(ticket, step.status)]
    : [step.toast, ticket.ticketNumber]
}
