import { listServiceAccess } from '#features/settings/list-service-access.ts'
import {
  hasPermission,
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
  getAllChangeFlags,
  type TicketAction,
  type TicketModule,
} from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

export interface TicketState {
  readonly status: number
  readonly verified: boolean
}

/**
 * Returns the missing permission flag that a 403 names: the flag of the Submit button if the module has one,
 * otherwise the flag of the status or of the fields.
 */
export function getFlagForRefusal(module: TicketModule, status: unknown): string {
  const [edit = 'edit'] = module.flags.edit
  const statusInfo = STATUSES.find((info) => info.status === Number(status))
  return module.flags.submit ?? statusInfo?.flag ?? edit
}

/**
 * Returns the permission flags for a workflow step (for example approve). The caller needs one of them, and
 * also the flag of the module's Submit button.
 */
export function getStepFlags(module: TicketModule, step: TicketAction): readonly string[] {
  if (step.effect === 'verify') return ['verify']
  const { flag } = getStatusInfo(step.status)
  return flag ? [flag] : getAllChangeFlags(module)
}

export function requireFlags(actor: AdminActor, module: TicketModule, flags: readonly string[]): void {
  const missingFlag = flags.find((flag) => !hasPermission(actor, module.permission, flag))
  if (missingFlag) throw createMissingPermissionError(module.permission, missingFlag)
}

/**
 * Returns the permission flag of the module's Submit button, which every update needs. Returns an empty list
 * if the button has no flag (rules 4.5).
 */
export function getSubmitFlags(module: TicketModule): readonly string[] {
  return module.flags.submit ? [module.flags.submit] : []
}

/**
 * Returns the permission flags that an administrator needs to set a status. Status 1 has no own flag: an
 * administrator with the flag of any other status needs no further flag; all others need the edit flags.
 */
export function getStatusFlags(actor: AdminActor, module: TicketModule, status: number): readonly string[] {
  const { flag } = getStatusInfo(status)
  if (flag) return [flag]
  const moveFlag = getAllChangeFlags(module).find((name) => hasPermission(actor, module.permission, name))
  return moveFlag ? [] : module.flags.edit
}

export function requireStep(actor: AdminActor, module: TicketModule, step: TicketAction): void {
  const flags =
    step.effect === 'verify'
      ? ['verify']
      : [...getSubmitFlags(module), ...getStatusFlags(actor, module, step.status)]
  requireFlags(actor, module, flags)
}

/**
 * Returns true if the actor may edit the fields of a ticket in this state, except fields filled in after
 * approval (rules 4.3, 4.6).
 */
export function mayEditFields(actor: Actor, module: TicketModule, state: TicketState): boolean {
  const isUndecided = state.status === STATUS.approval
  if (actor.area === 'client') return isUndecided
  return mayEditAfterApproval(actor, module) && (isUndecided || !module.lockedAfterApproval)
}

/**
 * Returns true if the actor may edit the fields that are filled in after approval. Administrators with the
 * edit flags may do so in any status.
 */
export function mayEditAfterApproval(actor: Actor, module: TicketModule): boolean {
  return actor.area === 'admin' && hasFlags(actor, module, [...getSubmitFlags(module), ...module.flags.edit])
}

/**
 * Returns true if the actor may delete the ticket: only in status 1, and only its resident or an
 * administrator with the delete flag (rules 4.9).
 */
export function mayDelete(actor: Actor, module: TicketModule, state: TicketState): boolean {
  if (state.status !== STATUS.approval) return false
  return (
    actor.area === 'client' ||
    (actor.area === 'admin' && hasPermission(actor, module.permission, module.flags.delete))
  )
}

/**
 * Returns true if the actor may see private fields such as identity cards: residents, and administrators with
 * the module's permission flag for private fields (rules 6.17).
 */
export function canSeePrivateFields(actor: Actor, module: TicketModule): boolean {
  return (
    actor.area === 'client' ||
    (actor.area === 'admin' &&
      (!module.privateFlag || hasPermission(actor, module.permission, module.privateFlag)))
  )
}

export function getTicketAbilities(actor: Actor, module: TicketModule, state: TicketState): TicketAbility[] {
  const canEditFields = mayEditFields(actor, module, state)
  const abilities: TicketAbility[] = canEditFields ? ['edit', 'fields'] : []
  if (mayDelete(actor, module, state)) abilities.push('delete')
  if (actor.area !== 'admin') return abilities
  if (mayEditAfterApproval(actor, module)) abilities.push('afterApproval')
  const statusAbilities = STATUSES.filter(({ status }) => mayMoveTo(actor, module, status)).map(
    ({ status }) => `status.${status}` as const,
  )
  if (!canEditFields && statusAbilities.length > 0) abilities.push('edit')
  abilities.push(...statusAbilities)
  if (!state.verified && hasPermission(actor, module.permission, 'verify')) abilities.push('verify')
  return abilities
}

export const getViewableModules = (actor: Actor): TicketModule[] =>
  MODULES.filter(({ permission }) => hasPermission(actor, permission, 'view'))

/**
 * Returns true if the actor may change tickets of the module in any way. Such administrators can also be
 * assignees.
 */
export const mayChange = (actor: AdminActor, module: TicketModule): boolean =>
  getChangeFlags(module).some((flag) => hasPermission(actor, module.permission, flag))

/**
 * Returns true if the actor may decide on tickets with the status 'for approval': view them, and set at least
 * one other status.
 */
export function mayDecide(actor: AdminActor, module: TicketModule): boolean {
  const decisionStatuses = STATUSES.filter(({ status }) => status !== STATUS.approval)
  return (
    hasFlags(actor, module, ['view']) &&
    decisionStatuses.some(({ status }) => mayMoveTo(actor, module, status))
  )
}

function mayMoveTo(actor: AdminActor, module: TicketModule, status: Status): boolean {
  return hasFlags(actor, module, [...getSubmitFlags(module), ...getStatusFlags(actor, module, status)])
}

function hasFlags(actor: AdminActor, module: TicketModule, flags: readonly string[]): boolean {
  return flags.every((flag) => hasPermission(actor, module.permission, flag))
}

/**
 * Throws 403 if the resident's service is closed, or if their balance reaches the limit of the service (rules
 * 4.18).
 */
export async function requireOpenService(
  db: DbOrTx,
  actor: ResidentActor,
  module: TicketModule,
): Promise<void> {
  const serviceAccess = (await listServiceAccess(db, actor.id)).get(module.setting)
  if (serviceAccess === 'blocked') throw new PortalError('serviceBlocked')
  if (serviceAccess !== 'open') throw new PortalError('serviceDisabled')
}
