import { useOffice } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'

export const ONE = 'user-admin'
export const MANY = 'user-admins'

export const STALE = [
  ['records', MANY],
  ['record', ONE],
] as const

export const refreshAdministrators = () =>
  Promise.all(STALE.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/**
 * Account that manages the access of others. `roles` is null for the super-administrator, who may do
 * everything.
 */
export interface Manager {
  roles: readonly RoleEntry[] | null
  adminId: number | undefined
}

export function useManager(): Manager {
  const me = useOffice()
  return me.area === 'admin' ? { roles: me.roles, adminId: me.id } : { roles: null, adminId: undefined }
}
