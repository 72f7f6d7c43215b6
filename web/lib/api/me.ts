import { useSuspenseQuery } from '@tanstack/react-query'
import type { AdminMe, Me, ResidentMe, SuperAdminMe } from '@tahanan/contract/sessions/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { createApiQuery } from './create-api-query.ts'

export const meQuery = createApiQuery<Me>(['me'], '/me', {}, { staleTime: 60_000 })

function useMe<A extends Me['area']>(area: A): Extract<Me, { area: A }> {
  const { data } = useSuspenseQuery(meQuery)
  if (data.area !== area)
    throw new Error(`this page belongs to the area ${area}, the session to ${data.area}`)
  return data as Extract<Me, { area: A }>
}

export const useResident = (): ResidentMe => useMe('client')

export const useAdmin = (): AdminMe => useMe('admin')

export const useSuperAdmin = (): SuperAdminMe => useMe('super-admin')

export const useLoginName = (): string => getLoginName(useSuspenseQuery(meQuery).data)

export const getLoginName = (me: Me): string => (me.area === 'client' ? me.clientCode : me.email)

export function useOfficeAccount(): AdminMe | SuperAdminMe {
  const { data } = useSuspenseQuery(meQuery)
  if (data.area === 'client') throw new Error('this page belongs to the office, the session to a resident')
  return data
}

/**
 * Query of the resident's record. Its key begins with the key of the account's query, so that both are
 * refetched when the balance changes.
 */
export const createTenantQuery = (id: number) => createApiQuery<Tenant>(['me', 'tenant', id], `/tenant/${id}`)
