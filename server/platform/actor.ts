import type { Direction } from '@tahanan/contract/gate/judge-pass.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { rolesAllow, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { PortalError } from './errors.ts'

/** User who makes a call. Determined only by the session, never by the request body (rules 1.3). */
export type Actor = ResidentActor | AdminActor | SuperAdminActor

interface ActorBase<OfArea extends Area> {
  readonly area: OfArea
  readonly id: number
  readonly sessionId: number
  readonly name: string
}

export interface ResidentActor extends ActorBase<'client'> {
  readonly clientCode: string
}

export interface AdminActor extends ActorBase<'admin'> {
  readonly roles: readonly RoleEntry[]
  /**
   * Set if the session began on an enrolled gate device. Such a session may use only the calls of the gate
   * (rules 24.23).
   */
  readonly gate?: SessionGate
}

interface SessionGate {
  readonly deviceId: number
  readonly device: string
  readonly id: number
  readonly name: string
  readonly direction: Direction
}

export type SuperAdminActor = ActorBase<'super-admin'>

export const isAtGate = (actor: Actor): boolean => actor.area === 'admin' && actor.gate !== undefined

/** Returns false for residents and super-administrators, because only administrators have permissions. */
export function hasPermission(actor: Actor, page: PageName, flag: string): boolean {
  return actor.area === 'admin' && rolesAllow(actor.roles, page, flag)
}

export const createMissingPermissionError = (page: PageName, flag: string): PortalError =>
  new PortalError('missingPermission', { placeholders: { permission: `${page}.${flag}` } })

export function requirePermission(actor: Actor, page: PageName, flag: string): void {
  if (!hasPermission(actor, page, flag)) throw createMissingPermissionError(page, flag)
}
