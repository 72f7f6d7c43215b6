import { allows } from '@tahanan/contract/permissions.ts'
import type { PageName, RoleEntry } from '@tahanan/contract/permissions.ts'
import { PortalError } from './errors.ts'

/** The caller, as the session says and never as the body says (rules 1.3). */
export type Actor = ResidentActor | AdminActor | SuperAdminActor

export interface ResidentActor {
  readonly area: 'client'
  /** The tenant's id. */
  readonly id: number
  readonly sessionId: number
  readonly name: string
  readonly clientCode: string
  /** Pesos. */
  readonly soaAmount: number
}

export interface AdminActor {
  readonly area: 'admin'
  readonly id: number
  readonly sessionId: number
  readonly name: string
  readonly roles: readonly RoleEntry[]
}

export interface SuperAdminActor {
  readonly area: 'super-admin'
  readonly id: number
  readonly sessionId: number
  readonly name: string
}

/** Whether an actor has a permission of a page. Only administrators have any. */
export function can(actor: Actor, page: PageName, flag: string): boolean {
  return actor.area === 'admin' && allows(actor.roles, page, flag)
}

/** Throws `missingPermission` (403) naming the permission, unless the administrator has it. */
export function requirePermission(actor: Actor, page: PageName, flag: string): void {
  if (!can(actor, page, flag))
    throw new PortalError('missingPermission', { blanks: { permission: `${page}.${flag}` } })
}
