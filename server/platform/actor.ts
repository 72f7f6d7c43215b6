import type { Area } from '@tahanan/contract/limits.ts'
import { allows, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { PortalError } from './errors.ts'

/** The caller, as the session says and never as the body says (rules 1.3). */
export type Actor = ResidentActor | AdminActor | SuperAdminActor

interface Caller<OfArea extends Area> {
  readonly area: OfArea
  /** The account's id; a resident's is the tenant's. */
  readonly id: number
  readonly sessionId: number
  readonly name: string
}

export interface ResidentActor extends Caller<'client'> {
  readonly clientCode: string
}

export interface AdminActor extends Caller<'admin'> {
  readonly roles: readonly RoleEntry[]
}

export type SuperAdminActor = Caller<'super-admin'>

/** Whether an actor has a permission of a page. Only administrators have any. */
export function can(actor: Actor, page: PageName, flag: string): boolean {
  return actor.area === 'admin' && allows(actor.roles, page, flag)
}

/** Returns the refusal (403) that names a permission. */
export const missingPermission = (page: PageName, flag: string): PortalError =>
  new PortalError('missingPermission', { blanks: { permission: `${page}.${flag}` } })

/** Throws `missingPermission` unless the administrator has the permission. */
export function requirePermission(actor: Actor, page: PageName, flag: string): void {
  if (!can(actor, page, flag)) throw missingPermission(page, flag)
}
