import { readServiceGates } from '#features/settings/service-gates.ts'
import { can, missingPermission, type Actor, type AdminActor, type ResidentActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { STATUS, STATUSES, statusInfo, type Status } from '@tahanan/contract/statuses.ts'
import type { TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** State of a ticket that decides who may do what. */
export interface TicketState {
  readonly status: number
  readonly verified: boolean
}

/** Every flag that lets an administrator move a ticket of this module or change its fields. */
function moveFlags(module: TicketModule): string[] {
  return [...new Set([...module.flags.edit, ...STATUSES.flatMap(({ flag }) => flag ?? [])])]
}

/**
 * The flags any one of which lets an administrator call for a change: the one that submits, where the Submit button is tied
 * to one (rules 2.5); else every flag that changes a ticket of this module in some way.
 */
export function changeFlags(module: TicketModule): readonly string[] {
  return module.flags.submit ? [module.flags.submit] : [...moveFlags(module), 'verify']
}

/** Returns the flag that a change with this status needs first: that of the status, else that of the fields. */
export function firstFlag(module: TicketModule, status: unknown): string {
  const [edit = 'edit'] = module.flags.edit
  const named = STATUSES.find((info) => info.status === Number(status))
  return module.flags.submit ?? named?.flag ?? edit
}

/** The flags any one of which a step with a call of its own needs, beside the one that submits. */
export function stepFlags(module: TicketModule, step: TicketAction): readonly string[] {
  if (step.does === 'verify') return ['verify']
  const { flag } = statusInfo(step.status)
  return flag ? [flag] : moveFlags(module)
}

/** Throws `missingPermission` for the first of these flags that the administrator lacks. */
export function requireFlags(actor: AdminActor, module: TicketModule, flags: readonly string[]): void {
  const missing = flags.find((flag) => !can(actor, module.permission, flag))
  if (missing) throw missingPermission(module.permission, missing)
}

/** The flags that any update needs, where the Submit button is tied to one (rules 4.5). */
export function submitFlags(module: TicketModule): readonly string[] {
  return module.flags.submit ? [module.flags.submit] : []
}

/** The flags that the change into a status needs; status 1 is open to whoever may make any such change. */
export function statusFlags(actor: AdminActor, module: TicketModule, status: number): readonly string[] {
  const { flag } = statusInfo(status)
  if (flag) return [flag]
  const some = moveFlags(module).find((name) => can(actor, module.permission, name))
  return some ? [] : module.flags.edit
}

/** Throws `missingPermission` unless the administrator may take this step. */
export function requireStep(actor: AdminActor, module: TicketModule, step: TicketAction): void {
  const flags =
    step.does === 'verify' ? ['verify'] : [...submitFlags(module), ...statusFlags(actor, module, step.status)]
  requireFlags(actor, module, flags)
}

/** Whether the module's own fields are open to this actor at this state (rules 4.3, 4.6). */
export function mayEditFields(actor: Actor, module: TicketModule, state: TicketState): boolean {
  const open = state.status === STATUS.approval
  if (actor.area === 'client') return open
  return mayEditAfterApproval(actor, module) && (open || !module.lockedAfterApproval)
}

/** Whether fields that are added as a case closes are open: to administrators who may edit, at any status. */
export function mayEditAfterApproval(actor: Actor, module: TicketModule): boolean {
  return actor.area === 'admin' && has(actor, module, [...submitFlags(module), ...module.flags.edit])
}

/** Whether the ticket may be deleted: while its status is 1, by its resident or by whoever has the flag (rules 4.9). */
export function mayDelete(actor: Actor, module: TicketModule, state: TicketState): boolean {
  if (state.status !== STATUS.approval) return false
  return (
    actor.area === 'client' || (actor.area === 'admin' && can(actor, module.permission, module.flags.delete))
  )
}

/** Whether identity data is shown: to the resident concerned, and to administrators with the module's flag (rules 6.17). */
export function seesPrivate(actor: Actor, module: TicketModule): boolean {
  return (
    actor.area === 'client' ||
    (actor.area === 'admin' && (!module.privateFlag || can(actor, module.permission, module.privateFlag)))
  )
}

/** Returns what this actor may do with a ticket now, sent with every record as `can`, so that the web app works out nothing. */
export function abilities(actor: Actor, module: TicketModule, state: TicketState): TicketAbility[] {
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

/** Whether an administrator may set a ticket to a status. */
function mayMoveTo(actor: AdminActor, module: TicketModule, status: Status): boolean {
  return has(actor, module, [...submitFlags(module), ...statusFlags(actor, module, status)])
}

function has(actor: AdminActor, module: TicketModule, flags: readonly string[]): boolean {
  return flags.every((flag) => can(actor, module.permission, flag))
}

/** Refuses a resident whose service is switched off, or to whom as much is left to pay as its amount (rules 4.18). */
export async function requireOpenService(
  db: DbOrTx,
  actor: ResidentActor,
  module: TicketModule,
): Promise<void> {
  const gate = (await readServiceGates(db, actor.id)).get(module.setting)
  if (gate === 'blocked') throw new PortalError('serviceBlocked')
  if (gate !== 'open') throw new PortalError('serviceDisabled')
}
