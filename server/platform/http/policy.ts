import type { Area } from '@tahanan/contract/limits.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { can, missingPermission, type Actor } from '../actor.ts'
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

/** Returns the permission that a body asks for, where another part of a call needs another one. */
export type NamedByBody = (body: Readonly<Record<string, unknown>>) => PermissionName

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    /** Names the missing permission in a refusal of the policy. */
    named?: NamedByBody
  }
}

/** Whether the policy lets this actor call. */
export function permits({ areas, permission }: Exclude<Policy, 'open'>, actor: Actor): boolean {
  if (!areas.includes(actor.area)) return false
  return actor.area !== 'admin' || !permission || permission.some(([page, flag]) => can(actor, page, flag))
}

/**
 * Returns the refusal (403) of an actor whom the policy does not let call, or null. Whether the record is theirs is the query's
 * business, not asked here.
 */
export function refusalOf(policy: Exclude<Policy, 'open'>, actor: Actor): PortalError | null {
  if (!policy.areas.includes(actor.area)) return new PortalError('wrongArea')
  const [first] = policy.permission ?? []
  return first && !permits(policy, actor) ? missingPermission(...first) : null
}
