import { NullableTime, Time } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { can } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import { RoleEntrySchema } from '../../platform/roles.ts'
import { heldBeyond } from './access.ts'
import type { AdminRow } from './repository.ts'

/** An administrator's account as calls answer it. */
export const Admin = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  status: Type.Integer(),
  roles: Type.Array(RoleEntrySchema),
  lastSeen: NullableTime,
  created_at: Time,
  updated_at: Time,
  secondFactor: Type.Boolean({ description: 'Whether an authenticator app is asked for at login' }),
  can: Type.Array(Type.String(), { description: 'view, edit, delete, manageAccess' }),
})

/** An administrator as this caller may see one. */
export function presentAdmin(actor: Actor, row: AdminRow): Static<typeof Admin> {
  return {
    id: row.id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    status: row.status,
    roles: row.roles,
    lastSeen: row.last_seen,
    created_at: row.created_at,
    updated_at: row.updated_at,
    secondFactor: row.second_factor,
    can: adminAbilities(actor, row),
  }
}

/**
 * Returns what the caller may do with an administrator now. Whether somebody would be left to manage access, and switches
 * that the caller lacks, are checked when the change is tried.
 */
function adminAbilities(actor: Actor, row: AdminRow): string[] {
  if (actor.area === 'super-admin') return ['view', 'edit', 'delete', 'manageAccess']
  const has = (flag: string) =>
    can(actor, 'utilities', 'userAccessDefinition') && can(actor, 'utilities', flag)
  const mayDelete =
    has('delete') &&
    actor.id !== row.id &&
    actor.area === 'admin' &&
    heldBeyond(actor.roles, row.roles) === undefined
  return [
    ...(has('view') ? ['view'] : []),
    ...(has('edit') ? ['edit'] : []),
    ...(mayDelete ? ['delete'] : []),
    ...(has('manageAccess') ? ['manageAccess'] : []),
  ]
}
