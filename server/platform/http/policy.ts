import type { Area } from '@tahanan/contract/limits.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { hasPermission, createMissingPermissionError, type Actor } from '../actor.ts'
import { PortalError } from '../errors.ts'

/**
 * Describes which callers a route accepts. Each route declares it in `config.policy`; otherwise the server
 * does not start. `open` routes need no session. If permissions are listed, an administrator must have at
 * least one of them.
 */
export type Policy =
  | 'open'
  | { readonly areas: readonly Area[]; readonly permission?: readonly PermissionName[] }

export type PermissionName = readonly [page: PageName, flag: string]

export const allowAdmins = (...permission: readonly PermissionName[]) =>
  ({ areas: ['admin'], permission }) as const

export const allowResidentsAndAdmins = (...permission: readonly PermissionName[]) =>
  ({ areas: ['client', 'admin'], permission }) as const

export type GetBodyPermission = (body: Readonly<Record<string, unknown>>) => PermissionName

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    getBodyPermission?: GetBodyPermission
  }
}

export function isPermitted({ areas, permission }: Exclude<Policy, 'open'>, actor: Actor): boolean {
  if (!areas.includes(actor.area)) return false
  return (
    actor.area !== 'admin' ||
    !permission ||
    permission.some(([page, flag]) => hasPermission(actor, page, flag))
  )
}

export function getPermissionError(policy: Exclude<Policy, 'open'>, actor: Actor): PortalError | null {
  if (!policy.areas.includes(actor.area)) return new PortalError('wrongArea')
  const [first] = policy.permission ?? []
  return first && !isPermitted(policy, actor) ? createMissingPermissionError(...first) : null
}
