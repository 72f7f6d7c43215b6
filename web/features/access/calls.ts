import { useOfficeAccount } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'

export const ADMINISTRATOR_PATH = 'user-admin'
export const ADMINISTRATORS_PATH = 'user-admins'

export const STALE_ADMINISTRATOR_QUERIES = [
  ['records', ADMINISTRATORS_PATH],
  ['record', ADMINISTRATOR_PATH],
] as const

export const refreshAdministrators = () =>
  Promise.all(STALE_ADMINISTRATOR_QUERIES.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/**
 * Logged-in administrator who changes the access of others. `roles` is null for the super-administrator, who
 * may do everything.
 */
export interface Manager {
  roles: readonly RoleEntry[] | null
  adminId: number | undefined
}

export function useManager(): Manager {
  const me = useOfficeAccount()
  return me.area === 'admin' ? { roles: me.roles, adminId: me.id } : { roles: null, adminId: undefined }
}
