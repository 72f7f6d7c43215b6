import type { Area } from '@tahanan/contract/limits.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { can, requirePermission, type Actor } from '../actor.ts'
import { PortalError } from '../errors.ts'

/**
 * Says which callers a route takes. Every route names its policy in `config.policy`; a route without one keeps the server from starting.
 * `open` needs no session. Administrators need `permission` (any one of several), where it is given.
 */
export type Policy =
  | 'open'
  | { readonly areas: readonly Area[]; readonly permission?: readonly PermissionName[] }

/** A page and one of its flags. */
export type PermissionName = readonly [page: PageName, flag: string]

/** Lets administrators call who have any of these permissions. */
export const adminsWith = (...permission: readonly PermissionName[]) =>
  ({ areas: ['admin'], permission }) as const

/** Lets residents call too, each for what is their own. */
export const residentsAndAdminsWith = (...permission: readonly PermissionName[]) =>
  ({ areas: ['client', 'admin'], permission }) as const

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
}

/** Whether the policy lets this actor call. */
export function permits({ areas, permission }: Exclude<Policy, 'open'>, actor: Actor): boolean {
  if (!areas.includes(actor.area)) return false
  return actor.area !== 'admin' || !permission || permission.some(([page, flag]) => can(actor, page, flag))
}

/** Throws 403 unless the policy lets this actor call. Whether the record is theirs is the query's business, not asked here. */
export function authorise(policy: Exclude<Policy, 'open'>, actor: Actor): void {
  if (!policy.areas.includes(actor.area)) throw new PortalError('wrongArea')
  if (actor.area !== 'admin' || !policy.permission) return
  const [first] = policy.permission
  if (first && !policy.permission.some(([page, flag]) => can(actor, page, flag)))
    requirePermission(actor, ...first)
}
