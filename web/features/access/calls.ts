import { useOffice } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'

/** The list's names in the API and in the cache. */
export const ONE = 'user-admin'
export const MANY = 'user-admins'

/** Queries that hold older versions of an administrator. */
export const STALE = [
  ['records', MANY],
  ['record', ONE],
] as const

/** Fetches those of the open pages anew. */
export const refreshAdministrators = () =>
  Promise.all(STALE.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Roles of the managing administrator, or null for the super-administrator, who may do everything. */
export interface Manager {
  roles: readonly RoleEntry[] | null
  /** The own account's id, of an administrator. */
  adminId: number | undefined
}

/** Returns the manager whose session it is, in either of the two areas. Only below their shells. */
export function useManager(): Manager {
  const me = useOffice()
  return me.area === 'admin' ? { roles: me.roles, adminId: me.id } : { roles: null, adminId: undefined }
}
