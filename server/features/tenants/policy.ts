import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { createNotFoundError } from '#platform/errors.ts'
import type { PermissionName } from '#platform/http/policy.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/**
 * Permissions to create or edit tickets or payments. An administrator with one of them may list tenants in
 * the picker (rules 3.11).
 */
export const PICKER_PERMISSIONS: readonly PermissionName[] = [
  ...MODULES.flatMap(({ permission, flags }) =>
    [...new Set(['add', 'edit', flags.add, ...flags.edit])].map((flag): PermissionName => [permission, flag]),
  ),
  ['payments', 'add'],
  ['payments', 'counter'],
]

/** Throws 404 if a resident requests the data of another tenant. */
export function requireOwnTenant(actor: Actor, tenantId: number): void {
  if (actor.area === 'client' && actor.id !== tenantId) throw createNotFoundError()
}

export function mayReadTenantFile(_db: DbOrTx, actor: Actor, tenantId: number): Promise<boolean> {
  return Promise.resolve(
    actor.area === 'client' ? actor.id === tenantId : hasPermission(actor, 'tenants', 'view'),
  )
}
