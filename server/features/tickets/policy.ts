import { listServiceAccess } from '#features/settings/list-service-access.ts'
import {
  can,
  createMissingPermissionError,
  type Actor,
  type AdminActor,
  type ResidentActor,
} from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { STATUS, STATUSES, getStatusInfo, type Status } from '@tahanan/contract/statuses.ts'
import type { TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import {
  getChangeFlags,
  getMoveFlags,
  type TicketAction,
  type TicketModule,
} from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

export interface TicketState {
  readonly status: number
  readonly verified: boolean
}

/** Returns the flag that a 403 reports for a change: that of the status, else that of the fields. */
export function getFirstFlag(module: TicketModule, status: unknown): string {
  const [edit = 'edit'] = module.flags.edit
  const named = STATUSES.find((info) => info.status === Number(status))
  return module.flags.submit ?? named?.flag ?? edit
}

/** Returns the flags for a step's own call, of which one is needed, in addition to the Submit button's. */
export function getStepFlags(module: TicketModule, step: TicketAction): readonly string[] {
  if (step.does === 'verify') return ['verify']
  const { flag } = getStatusInfo(step.status)
  return flag ? [flag] : getMoveFlags(module)
}

export function requireFlags(actor: AdminActor, module: TicketModule, flags: readonly string[]): void {
  const missing = flags.find((flag) => !can(actor, module.permission, flag))
  if (missing) throw createMissingPermissionError(module.permission, missing)
}

/** Returns the flags needed for any update, if the Submit button has one (rules 4.5). */
export function getSubmitFlags(module: TicketModule): readonly string[] {
  return module.flags.submit ? [module.flags.submit] : []
}

/** Returns the flags needed for a status; status 1 is allowed with any flag that allows a change. */
export function getStatusFlags(actor: AdminActor, module: TicketModule, status: number): readonly string[] {
  const { flag } = getStatusInfo(status)
  if (flag) return [flag]
  const some = getMoveFlags(module).find((name) => can(actor, module.permission, name))
  return some ? [] : module.flags.edit
}

export function requireStep(actor: AdminActor, module: TicketModule, step: TicketAction): void {
  const flags =
    step.does === 'verify'
      ? ['verify']
      : [...getSubmitFlags(module), ...getStatusFlags(actor, module, step.status)]
  requireFlags(actor, module, flags)
}

/** Whether the actor may edit the module's own fields in this state (rules 4.3, 4.6). */
export function mayEditFields(actor: Actor, module: TicketModule, state: TicketState): boolean {
  const open = state.status === STATUS.approval
  if (actor.area === 'client') return open
  return mayEditAfterApproval(actor, module) && (open || !module.lockedAfterApproval)
}

/** Whether the actor may edit the fields added after approval: administrators who may edit, in any status. */
export function mayEditAfterApproval(actor: Actor, module: TicketModule): boolean {
  return actor.area === 'admin' && hasFlags(actor, module, [...getSubmitFlags(module), ...module.flags.edit])
}

/** Whether the actor may delete the ticket: in status 1, its resident or by the flag (rules 4.9). */
export function mayDelete(actor: Actor, module: TicketModule, state: TicketState): boolean {
  if (state.status !== STATUS.approval) return false
  return (
    actor.area === 'client' || (actor.area === 'admin' && can(actor, module.permission, module.flags.delete))
  )
}

/** Whether the actor sees identity data: the resident, or administrators by the module flag (rules 6.17). */
export function seesPrivate(actor: Actor, module: TicketModule): boolean {
  return (
    actor.area === 'client' ||
    (actor.area === 'admin' && (!module.privateFlag || can(actor, module.permission, module.privateFlag)))
  )
}

/** Returns the actor's abilities on a ticket, sent with every record as `can`. */
export function getTicketAbilities(actor: Actor, module: TicketModule, state: TicketState): TicketAbility[] {
  const fields = mayEditFields(actor, module, state)
  const result: TicketAbility[] = fields ? ['edit', 'fields'] : []
  if (mayDelete(actor, module, state)) result.push('delete')
  if (actor.area !== 'admin') return result
  if (mayEditAfterApproval(actor, module)) result.push('afterApproval')
  const moves = STATUSES.filter(({ status }) => mayMoveTo(actor, module, status)).map(
    ({ status }) => `status.${status}` as const,
  )
  if (!fields && moves.length > 0) result.push('edit')
  result.push(...moves)
  if (!state.verified && can(actor, module.permission, 'verify')) result.push('verify')
  return result
}

export const getViewedModules = (actor: Actor): TicketModule[] =>
  MODULES.filter(({ permission }) => can(actor, permission, 'view'))

/** Whether the actor may change tickets of the module in any way, and so be their assignee. */
export const mayChange = (actor: AdminActor, module: TicketModule): boolean =>
  getChangeFlags(module).some((flag) => can(actor, module.permission, flag))

/** Whether the actor may decide about tickets for approval: view them, and set any other status. */
export function mayDecide(actor: AdminActor, module: TicketModule): boolean {
  const moves = STATUSES.filter(({ status }) => status !== STATUS.approval)
  return hasFlags(actor, module, ['view']) && moves.some(({ status }) => mayMoveTo(actor, module, status))
}

function mayMoveTo(actor: AdminActor, module: TicketModule, status: Status): boolean {
  return hasFlags(actor, module, [...getSubmitFlags(module), ...getStatusFlags(actor, module, status)])
}

function hasFlags(actor: AdminActor, module: TicketModule, flags: readonly string[]): boolean {
  return flags.every((flag) => can(actor, module.permission, flag))
}

/** Throws 403 for a resident whose service is closed, or whose balance reaches its limit (rules 4.18). */
export async function requireOpenService(
  db: DbOrTx,
  actor: ResidentActor,
  module: TicketModule,
): Promise<void> {
  const serviceAccess = (await listServiceAccess(db, actor.id)).get(module.setting)
  if (serviceAccess === 'blocked') throw new PortalError('serviceBlocked')
  if (serviceAccess !== 'open') throw new PortalError('serviceDisabled')
}
