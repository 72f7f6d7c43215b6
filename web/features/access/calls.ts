import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../lib/api/me.ts'

/** The list's names in the API and in the cache. */
export const ONE = 'user-admin'
export const MANY = 'user-admins'

/** Queries that hold older versions of an administrator. */
export const STALE = [
  ['records', MANY],
  ['record', ONE],
] as const

/** Roles of the managing administrator, or null for the super-administrator, who may do everything. */
export interface Manager {
  roles: readonly RoleEntry[] | null
  /** The own account's id, of an administrator. */
  adminId: number | undefined
}

/** Returns the manager whose session it is, in either of the two areas. Only below their shells. */
export function useManager(): Manager {
  const { data } = useSuspenseQuery(meQuery)
  if (data.area === 'client') throw new Error('residents manage nobody')
  return data.area === 'admin' ? { roles: data.roles, adminId: data.id } : { roles: null, adminId: undefined }
}
