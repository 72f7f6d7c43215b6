import type { Static } from 'typebox'
import { can, type Actor } from '#platform/actor.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { heldBeyond } from './access.ts'
import type { AdminRow } from './repository.ts'

/** An administrator as this caller may see one. */
export function presentAdmin(actor: Actor, row: AdminRow): Static<typeof Administrator> {
  return { ...row, can: adminAbilities(actor, row) }
}

/**
 * Returns what the caller may do with an administrator now. Whether somebody would be left to manage access, and switches
 * that the caller lacks, are checked when the change is tried.
 */
function adminAbilities(actor: Actor, row: AdminRow): Administrator['can'] {
  if (actor.area === 'super-admin') return ['view', 'edit', 'delete', 'manageAccess']
  const has = (flag: string) =>
    can(actor, 'utilities', 'userAccessDefinition') && can(actor, 'utilities', flag)
  const mayDelete =
    has('delete') &&
    actor.id !== row.id &&
    actor.area === 'admin' &&
    heldBeyond(actor.roles, row.roles) === undefined
  const may = { view: has('view'), edit: has('edit'), delete: mayDelete, manageAccess: has('manageAccess') }
  return (['view', 'edit', 'delete', 'manageAccess'] as const).filter((ability) => may[ability])
}
