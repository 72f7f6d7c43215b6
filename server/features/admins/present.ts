import type { Static } from 'typebox'
import { hasPermission, type Actor } from '#platform/actor.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { findMissingPermission } from './access.ts'
import type { AdminRow } from './repository.ts'

export function presentAdmin(actor: Actor, row: AdminRow): Static<typeof Administrator> {
  return { ...row, can: getAbilities(actor, row) }
}

/**
 * Returns which buttons the caller sees for an administrator. The change itself also checks that one access
 * manager remains, and that the caller has the other's permissions.
 */
function getAbilities(actor: Actor, row: AdminRow): Administrator['can'] {
  if (actor.area === 'super-admin') return ['view', 'edit', 'delete', 'manageAccess']
  const has = (flag: string) =>
    hasPermission(actor, 'utilities', 'userAccessDefinition') && hasPermission(actor, 'utilities', flag)
  const mayDelete =
    has('delete') &&
    actor.id !== row.id &&
    actor.area === 'admin' &&
    findMissingPermission(actor.roles, row.roles) === undefined
  const abilities = {
    view: has('view'),
    edit: has('edit'),
    delete: mayDelete,
    manageAccess: has('manageAccess'),
  }
  return (['view', 'edit', 'delete', 'manageAccess'] as const).filter((ability) => abilities[ability])
}
