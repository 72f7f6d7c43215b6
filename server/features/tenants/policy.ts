import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { createNotFoundError } from '#platform/errors.ts'
import { findTenant } from '#platform/find-tenant.ts'
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

/** Returns whether the actor may open the tenant's picture: nobody after a deletion (rules 6.14). */
export async function mayReadTenantFile(db: DbOrTx, actor: Actor, tenantId: number): Promise<boolean> {
  const isPermitted =
    actor.area === 'client' ? actor.id === tenantId : hasPermission(actor, 'tenants', 'view')
  return isPermitted && (await findTenant(db, tenantId)) !== undefined
}
